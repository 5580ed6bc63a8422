import { read } from "@/db/client";
import { versionById } from "@/db/queries/versions";
import type { SkillContent, Strength } from "@/lib/contract/search-answer";
import { fileUrl, versionUrl } from "@/lib/platform/urls";
import { cutAtHeading } from "@/lib/text/markdown/lines";

/** Four characters of JSON are about a token: a whole answer has about 1,450 of them where the text can be cut for it. */
const ANSWER_CHARACTERS = 5_800;
/** However long the rest of the answer is, it leaves room for so much text … */
const CONTENT_CHARACTERS_MIN = 2_000;
/** … unless the answer would have nearly 3,000 tokens then. */
const ANSWER_CHARACTERS_MAX = 11_000;
/** The members of `content` beside its text. */
const FRAME_CHARACTERS = 300;

type Ref = { skill_id: string; version_id: string };

/**
 * The same results, the first strong one with its text: whole, or cut at a heading so that the whole answer stays about
 * as short as ANSWER_CHARACTERS. `characters` are those of the answer without it, as JSON.
 */
export async function withContent<R extends { strength: Strength }>(
  results: readonly R[],
  refOf: (result: R) => Ref,
  characters: number,
): Promise<Array<R & { content?: SkillContent }>> {
  const first = results.find(({ strength }) => strength === "strong");
  const content = first && (await contentOf(refOf(first), roomBeside(characters)));
  // The text makes its excerpt superfluous.
  return results.map((result) => (result === first && content ? { ...result, excerpt: null, content } : result));
}

function roomBeside(characters: number): number {
  const used = characters + FRAME_CHARACTERS;
  return Math.max(ANSWER_CHARACTERS - used, Math.min(CONTENT_CHARACTERS_MIN, ANSWER_CHARACTERS_MAX - used), 0);
}

/** Null when the version has been withdrawn since it was found. */
async function contentOf({ skill_id, version_id }: Ref, room: number): Promise<SkillContent | null> {
  const version = await read((sql) => versionById(sql, skill_id, version_id));
  if (version === null) return null;
  const markdown = cutAtHeading(version.markdown, (start) => JSON.stringify(start).length <= room);
  const truncated = markdown.length < version.markdown.length;
  return {
    markdown,
    content_sha256: version.content_sha256.toString("hex"),
    truncated,
    ...(version.files.length > 0
      ? { files: version.files.map(({ path }) => ({ path, url: fileUrl(skill_id, version_id, path) })) }
      : {}),
    ...(truncated ? { rest_url: `${versionUrl(skill_id, version_id)}/SKILL.md` } : {}),
  };
}
