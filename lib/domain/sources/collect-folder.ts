import path from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import type { SourceSettings } from "@/db/queries/sources";
import { findSkills, isFolder, type SkillFolder } from "@/lib/domain/import/find-skills";
import { type ReadFile, type ReadSkill, readSkill } from "@/lib/domain/import/read-skill";
import type { KnownLicenses } from "@/lib/domain/import/surroundings";
import type { SkillFile } from "@/lib/domain/publishing/version-files";
import { originOf } from "@/lib/domain/skills/origin";
import {
  COLLECTED_BYTES_MAX,
  type Collected,
  digestOf,
  type FoundSkill,
  type FoundText,
  isPlainPath,
  type Refused,
  SKILLS_MAX,
  SourceFailure,
  shown,
  TOO_MUCH_BEFORE,
  tooMany,
} from "@/lib/domain/sources/found";

const PATH_CHARACTERS_MAX = 300;

type Source = { address: string; settings: SourceSettings };

/**
 * The skills of a folder of this machine, found and read as an import does: with older versions, files and the origin
 * that a checkout states. Nothing in the answer names where the folder lies. Throws a `SourceFailure`.
 */
export async function collectFolder(
  source: Source,
  { signal, progress }: { signal: AbortSignal; progress?: (words: string) => Promise<void> },
): Promise<Collected> {
  const root = source.settings.folder;
  if (root === undefined || !isFolder(root)) throw new SourceFailure("its folder cannot be read on this machine");
  const { skills: folders, unreadable } = findSkills(root);
  const within = (file: string) => path.relative(root, file).split(path.sep).join("/") || ".";
  const told = (lines: readonly Refused[]) =>
    lines.map(({ path: file, reason }) => ({ path: shown(within(file), PATH_CHARACTERS_MAX), reason }));
  const found: Collected = { skills: [], refused: told(unreadable), notes: [], releases: null, newest: null };
  if (folders.length > SKILLS_MAX) found.refused.push(tooMany(".", folders.length));
  const known: KnownLicenses = new Map();
  let bytes = 0;
  for (const [at, folder] of folders.slice(0, SKILLS_MAX).entries()) {
    signal.throwIfAborted();
    // Files are read without waiting, and this process serves requests too.
    await otherWork();
    if (!isPlainPath(folder.relative)) {
      found.refused.push({
        path: shown(folder.relative, PATH_CHARACTERS_MAX),
        reason: "has a path that cannot be shown; rename its folder",
      });
      continue;
    }
    const read = readSkill(folder, { checkout: true, known });
    found.refused.push(...told(read.refused));
    if (!read.newest) continue;
    bytes += bytesOf(read);
    if (bytes > COLLECTED_BYTES_MAX) {
      found.refused.push({ path: folder.relative, reason: TOO_MUCH_BEFORE });
      break;
    }
    found.notes.push(...told(read.notes));
    found.skills.push(await foundIn(source, folder, read));
    if (at % 10 === 9) await progress?.(`${at + 1} of ${folders.length} skills read`);
  }
  return found;
}

async function foundIn({ address }: Source, folder: SkillFolder, read: ReadSkill): Promise<FoundSkill> {
  // The followed folder itself has the source's name, whatever it is called here.
  const isWhole = folder.folder === folder.root;
  const at = isWhole ? "." : folder.relative;
  const texts = new Map<string, FoundText>();
  for (const file of [...read.older, read.newest]) {
    // An older version is one file, which says nothing of others.
    const files = file === read.newest ? read.files : [];
    const text = await textOf(file, files, read);
    const digest = text.text_sha256.toString("hex");
    // A text that came back counts as its newest.
    texts.delete(digest);
    texts.set(digest, {
      ...text,
      requires: text.skill.library.requires.map((name) => `${address}/${path.posix.join(at, "..", name)}`),
    });
  }
  return { source_path: `${address}/${isWhole ? at : read.source_path}`, path: at, texts: [...texts.values()] };
}

async function textOf({ skill }: ReadFile, files: SkillFile[], { surroundings }: ReadSkill): Promise<FoundText> {
  const { source_repository, source_commit, source_license } = await originOf(skill.claimed, surroundings);
  return {
    skill,
    files,
    text_sha256: digestOf(skill, files),
    release: null,
    release_state: "published",
    commit: source_commit,
    license: source_license,
    repository: source_repository,
    applicability: skill.applicability,
    requires: [],
  };
}

function bytesOf({ newest, files, older }: ReadSkill): number {
  const texts = [...older, newest].reduce((sum, { skill }) => sum + Buffer.byteLength(skill.markdown), 0);
  return files.reduce((sum, file) => sum + file.bytes.byteLength, texts);
}
