import { createHash } from "node:crypto";
import type { AnswerOf } from "@/lib/client/operations";
import { CommandError } from "@/lib/command/io";
import type { LogPosition } from "@/lib/command/skills/lock-file";
import type { Service } from "@/lib/command/skills/recorded-calls";

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
export async function publishedIn({ cairn }: Service, version: Published): Promise<LogPosition> {
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
export async function requireUnchanged({ cairn }: Service, { sequence, hash }: LogPosition): Promise<void> {
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
export function altered(detail: string): CommandError {
  const next_step = "Nothing was written. Tell the people who run the service, and do not use the text.";
  return new CommandError("altered", `${detail}.`, next_step);
}
