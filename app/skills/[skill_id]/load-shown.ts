import { load } from "@/app/load";
import { loadSkill, loadVersion } from "@/app/skills/[skill_id]/load-skill";
import { chooseForReader } from "@/lib/domain/skills/choose-for-reader";
import type { Reader } from "@/lib/domain/skills/reader";

/**
 * A skill and the version of it that its page shows to a reader: the one that fits what the reader named, else the
 * selected one. `choice` says why; null when the reader did not name both technology and version.
 */
export async function loadShown(skill_id: string, reader: Reader) {
  const loaded = await loadSkill(skill_id);
  if (loaded.problem) return loaded;
  const skill = loaded.value;
  const chosen = await load(() => chooseForReader(skill.versions, reader));
  if (chosen.problem) return chosen;
  const choice = chosen.value;
  const isOther = choice !== null && choice.version.version_id !== skill.version_id;
  if (!isOther) return { problem: null, value: { skill, version: skill, choice, isOther } };
  const other = await loadVersion(skill_id, choice.version.version_id);
  if (other.problem) return other;
  return { problem: null, value: { skill, version: other.value, choice, isOther } };
}
