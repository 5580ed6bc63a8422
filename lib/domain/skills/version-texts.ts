import { read } from "@/db/client";
import { filesOfVersion, readableFile } from "@/db/queries/files";
import { versionById } from "@/db/queries/versions";
import type { SkillVersion } from "@/lib/contract/public/resources";
import type { SkillContent, Strength } from "@/lib/contract/search-answer";
import { isTextFile, textFiles, textOfFile } from "@/lib/domain/publishing/version-files";
import { cache } from "@/lib/platform/caches";
import { Problem } from "@/lib/platform/errors";
import { fileUrl, versionUrl } from "@/lib/platform/urls";
import { cutAtHeading } from "@/lib/text/markdown/lines";
import type { FileLinks } from "@/lib/text/markdown/tidy";
import { judgeSkill, type SkillFinding } from "@/lib/text/safety/judge-skill";

type Version = Pick<SkillVersion, "skill_id" | "version_id" | "files">;

/** Where relative links in a text of a version lead; `from` is the file that holds them. */
export function fileLinksOf({ skill_id, version_id, files }: Version, from: string): FileLinks {
  const page = `/skills/${skill_id}/versions/${version_id}`;
  return { page, files_page: `${page}/files`, paths: files.map(({ path }) => path), from };
}

/** Whether a file is markdown, which pages show rendered. */
export function isMarkdownFile(path: string): boolean {
  return /\.md$/i.test(path);
}

/** The text of a file of a readable version; null for an image or a PDF. Throws `not_found`. */
export async function readTextFile(
  { skill_id, version_id }: Omit<Version, "files">,
  path: string,
): Promise<string | null> {
  const file = path.includes("\0") ? null : await read((sql) => readableFile(sql, { skill_id, version_id, path }));
  if (!file) throw new Problem("not_found", { detail: "The version has no file with this path." });
  return isTextFile(path) ? textOfFile({ path, bytes: file.content }).replace(/^\ufeff/, "") : null;
}

const KEPT_BYTES_MAX = 8_000_000;

/** What the rules find in a readable version and its files. Judged once per process: the files may be a mebibyte. */
export async function findingsOfVersion(version: SkillVersion): Promise<SkillFinding[]> {
  const { version_id } = version;
  const kept = cache<SkillFinding[]>("findings-of-versions", KEPT_BYTES_MAX);
  const known = kept.get(version_id);
  if (known) return known;
  const files = version.files.length > 0 ? textFiles(await read((sql) => filesOfVersion(sql, version_id))) : [];
  const { findings } = await judgeSkill({ ...version, files });
  kept.set(version_id, findings);
  return findings;
}

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
