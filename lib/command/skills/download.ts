import { isDeepStrictEqual } from "node:util";
import { coverage } from "@/lib/command/skills/choose";
import { type Beside, downloadBeside } from "@/lib/command/skills/download-beside";
import { sha256 } from "@/lib/command/skills/files";
import type { LockedSkill } from "@/lib/command/skills/lock-file";
import { altered, publishedIn, requireUnchanged } from "@/lib/command/skills/publish-log";
import type { Service } from "@/lib/command/skills/recorded-calls";

export type Downloaded = {
  slug: string;
  title: string;
  text: string;
  /** The files beside the text. */
  files: Beside[];
  locked: Omit<LockedSkill, "folders">;
};

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SLUG_CHARACTERS_MAX = 64;
/** The front matter that the service writes: no other key, such as one that permits tools. */
const FRONT = /^---\nname: (.+)\n(?:(?:description|license): ".*"\n)*metadata:\n(?: {2}\w+: ".*"\n)*---\n\n$/;

/**
 * The file of a version, checked before anything is written: its digest, the text in it against the digest of that text,
 * its files against theirs, these digests against the publish log, and the log against the entry that `known` (this skill in `cairn.lock`) holds.
 * Throws a CommandError for a file that is not what it claims to be, and CairnError.
 */
export async function download(
  service: Service,
  { skill_id, version_id }: { skill_id: string; version_id: string },
  known: LockedSkill | undefined,
): Promise<Downloaded> {
  const at = `/skills/${skill_id}/versions/${version_id}`;
  const [version, text, index] = await Promise.all([
    service.cairn.getSkillVersion({ skill_id, version_id }),
    service.text(`${at}/SKILL.md`),
    service.text(`${at}/.well-known/agent-skills/index.json`),
    known && requireUnchanged(service, known.log),
  ]);
  const { slug, markdown, content_sha256 } = version;
  if (!SLUG.test(slug) || slug.length > SLUG_CHARACTERS_MAX)
    throw altered(`The name of ${skill_id} is not the name of a skill`);
  if (version.skill_id !== skill_id || version.version_id !== version_id)
    throw altered(`The service answered with another version than ${version_id}`);
  const digest = `sha256:${sha256(text)}`;
  // Of a version with files the index names the archive of all, and the log their digest.
  if (version.files.length === 0 && digestIn(index) !== digest)
    throw altered(`The file of ${version_id} does not have the digest that its index names`);
  if (sha256(markdown) !== content_sha256) throw altered(`The text of ${version_id} does not have its digest`);
  requireFileOf(version, text);
  const files = await downloadBeside(service, version);
  const log = await publishedIn(service, version);
  const locked = {
    skill_id,
    version_id,
    version: version.ordinal,
    covers: coverage(version.applicability),
    digest,
    content_sha256,
    ...(files.length > 0 ? { files: Object.fromEntries(files.map((file) => [file.path, file.digest])) } : {}),
    log,
  };
  requireSame(known, locked);
  return { slug, title: version.title, text, files, locked };
}

function digestIn(index: string): unknown {
  try {
    return Object(Object(JSON.parse(index)).skills?.[0]).digest;
  } catch {
    return null;
  }
}

/** The file is the service's front matter of this version, then the text, and nothing else. */
function requireFileOf(
  version: { skill_id: string; version_id: string; slug: string; markdown: string },
  text: string,
): void {
  const body = `${version.markdown.trimEnd()}\n`;
  const front = text.slice(0, Math.max(0, text.length - body.length));
  const names = [`  skill_id: "${version.skill_id}"\n`, `  version_id: "${version.version_id}"\n`];
  const isOwn =
    text.endsWith(body) && FRONT.exec(front)?.[1] === version.slug && names.every((line) => front.includes(line));
  if (!isOwn) throw altered(`The file of ${version.version_id} is not the text of that version`);
}

/** One version has one file for ever. */
function requireSame(known: LockedSkill | undefined, now: Downloaded["locked"]): void {
  if (known?.version_id !== now.version_id) return;
  const sameFiles = isDeepStrictEqual({ ...known.files }, { ...now.files });
  if (known.digest !== now.digest || known.content_sha256 !== now.content_sha256 || !sameFiles)
    throw altered(`The file of ${now.version_id} is not the one that cairn.lock holds`);
}
