import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AnswerOf } from "@/lib/client/operations";
import { CommandError } from "@/lib/command/io";
import type { Service } from "@/lib/command/service-calls";
import { coverage } from "@/lib/command/skills/choose";
import { isSafePath, sha256 } from "@/lib/command/skills/files";
import type { LockedSkill, LogPosition } from "@/lib/command/skills/lock-file";

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

/** A file beside a SKILL.md. */
type Beside = { path: string; content: Buffer; digest: string };

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
async function downloadBeside(service: Service, version: Version): Promise<Beside[]> {
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

type Row = AnswerOf<"listLog">["data"][number];
type Published = {
  skill_id: string;
  version_id: string;
  content_sha256: string;
  /** Of a version with files; null without. */
  tree_sha256: string | null;
  created_at: string;
};

/** The clocks of several servers may differ by this much. */
const EARLIER_MS = 5_000;
const PAGE = 100;
const PAGES_MAX = 50;

/**
 * The entry of the publish log that says which text a version has. The log cannot be asked for a version, but its
 * entries have times: each request leaves out half of them. Throws a CommandError when there is none, when it names
 * another text, or when its hash does not belong to it.
 */
async function publishedIn({ cairn }: Service, version: Published): Promise<LogPosition> {
  const { sequence: newest } = await cairn.getLogCheckpoint();
  const since = Date.parse(version.created_at) - EARLIER_MS;
  let [low, high] = [0n, BigInt(newest)];
  while (high - low > BigInt(PAGE)) {
    const middle = (low + high) / 2n;
    const [row] = (await cairn.listLog({ after: String(middle), limit: 1 })).data;
    if (row && Date.parse(row.created_at) < since) low = middle;
    else high = middle;
  }
  let after: string | null = String(low);
  for (let pages = 0; after !== null && pages < PAGES_MAX; pages += 1) {
    const page: AnswerOf<"listLog"> = await cairn.listLog({ after, limit: PAGE });
    const row = page.data.find(({ kind, subject }) => kind === "version" && subject === version.version_id);
    if (row) return checked(row, version);
    after = page.next_cursor;
  }
  throw altered(`The publish log has no entry for ${version.version_id}`);
}

/** Throws a CommandError unless the log still has the entry that it had when the skill was added. */
async function requireUnchanged({ cairn }: Service, { sequence, hash }: LogPosition): Promise<void> {
  const [row] = (await cairn.listLog({ after: String(BigInt(sequence) - 1n), limit: 1 })).data;
  if (row?.sequence === sequence && row.hash === hash && hashOf(row) === hash) return;
  throw altered(`Entry ${sequence} of the publish log is not the one that cairn.lock holds: the log was rewritten`);
}

function checked(row: Row, version: Published): LogPosition {
  const { sequence, subject, kind, details } = Object(JSON.parse(row.entry));
  const { skill_id, content_sha256, tree_sha256 = null } = Object(details);
  const isOwn = kind === "version" && subject === version.version_id && sequence === row.sequence;
  if (hashOf(row) !== row.hash || !isOwn || skill_id !== version.skill_id)
    throw altered(`The entry of ${version.version_id} in the publish log does not match its hash`);
  if (content_sha256 !== version.content_sha256)
    throw altered(`The text of ${version.version_id} is not the one that the publish log holds`);
  if (tree_sha256 !== version.tree_sha256)
    throw altered(`The files of ${version.version_id} are not those that the publish log holds`);
  return { sequence: row.sequence, hash: row.hash };
}

function hashOf({ previous_hash, entry }: Row): string {
  return createHash("sha256").update(Buffer.from(previous_hash, "hex")).update(entry, "utf8").digest("hex");
}

/** A refusal of what is not what it claims to be. */
function altered(detail: string): CommandError {
  const next_step = "Nothing was written. Tell the people who run the service, and do not use the text.";
  return new CommandError("altered", `${detail}.`, next_step);
}
