import { read } from "@/db/client";
import { readableFile } from "@/db/queries/files";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { isTextFile, textOfFile } from "@/lib/domain/publishing/version-files";
import { Problem } from "@/lib/platform/errors";
import type { FileLinks } from "@/lib/text/markdown/file-links";

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
