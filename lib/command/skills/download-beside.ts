import type { AnswerOf } from "@/lib/client/operations";
import { isSafePath, sha256 } from "@/lib/command/skills/files";
import { altered } from "@/lib/command/skills/publish-log";
import type { Service } from "@/lib/command/skills/recorded-calls";

/** A file beside a SKILL.md. */
export type Beside = { path: string; content: Buffer; digest: string };

type Version = Pick<
  AnswerOf<"getSkillVersion">,
  "skill_id" | "version_id" | "content_sha256" | "files" | "tree_sha256"
>;

const AT_ONCE = 4;
const FILES_MAX = 100;

/**
 * The files of a version, each checked against its digest, and all of them against the one digest that the version
 * states. Throws a CommandError for a file that is not what it claims to be, and CairnError.
 */
export async function downloadBeside(service: Service, version: Version): Promise<Beside[]> {
  const { skill_id, version_id, content_sha256, files, tree_sha256 } = version;
  if (files.length === 0 && tree_sha256 === null) return [];
  const folded = new Set(files.map(({ path }) => path.toLowerCase()));
  if (files.length > FILES_MAX || folded.size < files.length || !files.every(({ path }) => isSafePath(path)))
    throw altered(`The files of ${version_id} have names that files of a skill cannot have`);
  const got: Beside[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE).map(async (file): Promise<Beside> => {
      const address = file.path.split("/").map(encodeURIComponent).join("/");
      const content = await service.bytes(`/skills/${skill_id}/versions/${version_id}/files/${address}`);
      if (sha256(content) !== file.sha256)
        throw altered(`The file ${file.path} of ${version_id} does not have its digest`);
      return { path: file.path, content, digest: `sha256:${file.sha256}` };
    });
    got.push(...(await Promise.all(some)));
  }
  const all = [{ path: "SKILL.md", sha256: content_sha256 }, ...files];
  const sorted = all.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  if (sha256(sorted.map((file) => `${file.sha256}  ${file.path}\n`).join("")) !== tree_sha256)
    throw altered(`The files of ${version_id} do not have the digest of all`);
  return got;
}
