import { database, publishSkill, type Skill, type SkillWish, word } from "@/e2e/support/fixtures";
import { newId } from "@/lib/platform/ids";

export type MadeSource = { source_id: string; kind: "npm" | "git" | "folder"; address: string };

/** A source that no worker follows, without a run. */
export async function makeSource(kind: MadeSource["kind"], address = `npm:${word()}`): Promise<MadeSource> {
  const source_id = newId("src");
  await database()`
    insert into sources (source_id, kind, address, state)
    values (${source_id}, ${kind}, ${address}, 'paused')`;
  return { source_id, kind, address };
}

/** A skill as a source brings it. */
export async function publishFrom(
  { source_id, kind, address }: MadeSource,
  {
    release = null,
    commit = null,
    path = "skills/pump",
    license = "MIT",
    ...wish
  }: SkillWish & { release?: string | null; commit?: string | null; path?: string; license?: string | null } = {},
): Promise<Skill> {
  const skill = await publishSkill({
    ...wish,
    came_from: {
      source_id,
      kind,
      address,
      release,
      commit,
      path,
      tree: null,
      license,
      release_state: "published",
      is_whole: license !== null,
      text_sha256: Buffer.alloc(32),
      requires: [],
    },
  });
  await database()`update skills set source_id = ${source_id} where skills.skill_id = ${skill.skill_id}`;
  return skill;
}
