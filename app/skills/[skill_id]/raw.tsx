import { load } from "@/app/load";
import { loadSkill, loadVersion } from "@/app/skills/[skill_id]/load-skill";
import { openSkill, type Place, type Query } from "@/app/skills/[skill_id]/open-skill";
import { SkillPage } from "@/app/skills/[skill_id]/skill-page";
import { Unreadable } from "@/app/skills/[skill_id]/withdrawn";
import { RawFile } from "@/components/skills/raw-file";
import { selectedSkillFile, versionSkillFile } from "@/lib/server/formats/skill-files";
import { unseenIn } from "@/lib/text/markdown/render";

/** The file byte for byte, as an agent reads it. Marks text that the rendered page does not show. */
export async function Raw({ place, query }: { place: Place; query: Query }) {
  const { skill_id, version_id } = place;
  const version = version_id ? await loadVersion(skill_id, version_id) : await loadSkill(skill_id);
  const file = version.problem
    ? version
    : await load(() => (version_id ? versionSkillFile(skill_id, version_id) : selectedSkillFile(skill_id)));
  const problem = version.problem ?? file.problem;
  if (problem)
    return <Unreadable problem={problem} place={place} tab="raw" query={query} retry={`/skills/${skill_id}`} />;
  if (!version.value || !file.value || !("text" in file.value)) return null;
  const { version_id: shown, markdown } = version.value;
  const { text } = file.value;
  const body = `${markdown.trimEnd()}\n`;
  const path = version_id ? `/skills/${skill_id}/versions/${version_id}/SKILL.md` : `/skills/${skill_id}/SKILL.md`;
  const unseen = await unseenIn(shown, body);
  return (
    <SkillPage opened={await openSkill(place, "raw", query)} tab="raw">
      {() => (
        <RawFile
          head={text.slice(0, text.length - body.length)}
          body={body}
          unseen={unseen}
          path={path}
          bytes={Buffer.byteLength(text)}
        />
      )}
    </SkillPage>
  );
}
