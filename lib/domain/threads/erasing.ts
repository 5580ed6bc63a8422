import { existsSync, readFileSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { read, type Sql, transaction } from "@/db/client";
import {
  deleteMessageTraces,
  type ErasedBy,
  eraseMessageText,
  eraseReportNotes,
  type MessageOwner,
  messageOwner,
} from "@/db/queries/erasures";
import { deliverReply } from "@/db/queries/feeds";
import { forgetAnswersNaming } from "@/db/queries/idempotency";
import { lockMessage, recountThread as recountMessages } from "@/db/queries/messages";
import { replyById } from "@/db/queries/replies";
import { threadAnyhow } from "@/db/queries/threads";
import type { InputOf } from "@/lib/contract/endpoint";
import { MessageId, ThreadId } from "@/lib/contract/primitives";
import type { Post, Reply } from "@/lib/contract/public/resources";
import type { retractPost as postContract, retractReply as replyContract } from "@/lib/contract/public/threads";
import { refuseMode, requireMode } from "@/lib/domain/connections/controls";
import type { Carried, Context } from "@/lib/domain/context";
import { presentPost, presentReply } from "@/lib/domain/present/messages";
import { type Decider, recordChanges } from "@/lib/domain/publishing/record-change";
import { hashAppendKey, isAppendKey } from "@/lib/domain/threads/append-key";
import { recountThread as recountOutcomes } from "@/lib/domain/threads/outcomes";
import { Problem } from "@/lib/platform/errors";

const RETRACTED = "Taken back by its author.";

/**
 * Refuses, in this order: no such message 404; a token that is unknown or whose mode forbids writing; a key that is
 * unknown, of another thread or expired; neither token nor key; somebody else's message. What is hidden is 404 to all
 * but its author. Validation handles ill-formed ids.
 */
export async function authorizeRetraction(ctx: Context, carried: Carried): Promise<void> {
  const thread = ThreadId.safeParse(carried.path.post_id);
  const reply = carried.path.reply_id === undefined ? null : MessageId.safeParse(carried.path.reply_id);
  if (!thread.success || reply?.success === false) return;
  const key = carried.header("x-service-append-key");
  const [thread_id, message_id] = [thread.data, reply?.data ?? null];
  const owner = await read((sql) =>
    messageOwner(sql, { thread_id, message_id, key_hash: key ? hashAppendKey(key) : null }),
  );
  if (!owner) throw nothing(message_id);
  try {
    requireAuthor(ctx, owner, thread_id, { key, refused_token: carried.refused_token });
  } catch (error) {
    throw owner.hidden ? nothing(message_id) : error;
  }
}

function requireAuthor(
  ctx: Context,
  owner: MessageOwner,
  thread_id: string,
  { key, refused_token }: { key: string | undefined; refused_token: Carried["refused_token"] },
): void {
  const { connection } = ctx;
  if (refused_token) throw refused_token;
  if (connection) refuseMode(connection.control_mode, "write");
  if (key) {
    if (!isAppendKey(key) || owner.key_thread_id === null) throw new Problem("append_key_invalid");
    if (owner.key_thread_id !== thread_id) throw new Problem("append_key_wrong_thread");
    if (owner.key_expired) throw new Problem("append_key_expired");
  } else if (!connection) throw new Problem("append_key_required");
  // Whoever has the key of a thread asked its question and reported its outcomes; insights are written with a token.
  const byKey = key !== undefined && (owner.kind === "opening" || owner.kind === "outcome");
  const byToken = connection !== null && connection.connection_id === owner.author_connection_id;
  if (!byKey && !byToken) throw new Problem("not_author");
  if (owner.author_mode) refuseMode(owner.author_mode, "write");
}

/** Erases a reply. Throws the errors of `authorizeRetraction`. */
export async function retractReply(_ctx: Context, input: InputOf<typeof replyContract>): Promise<{ data: Reply }> {
  const { post_id, reply_id } = input;
  return transaction(async (sql) => {
    await retract(sql, post_id, reply_id);
    const row = await replyById(sql, reply_id);
    if (!row) throw nothing(reply_id);
    return { data: presentReply(post_id, row) };
  });
}

/** Erases the question of a thread. Throws the errors of `authorizeRetraction`. */
export async function retractPost(_ctx: Context, input: InputOf<typeof postContract>): Promise<{ data: Post }> {
  const { post_id } = input;
  return transaction(async (sql) => {
    await retract(sql, post_id, null);
    const row = await threadAnyhow(sql, post_id);
    if (!row) throw nothing(null);
    return { data: presentPost(row) };
  });
}

async function retract(sql: Sql, thread_id: string, message_id: string | null): Promise<void> {
  const owner = await messageOwner(sql, { thread_id, message_id, key_hash: null });
  if (!owner) throw nothing(message_id);
  const { author_connection_id } = owner;
  if (author_connection_id) await requireMode(sql, author_connection_id, "write");
  await lockMessage(sql, owner.message_id);
  const decider = author_connection_id
    ? { name: "Author", connection_id: author_connection_id }
    : { name: "Searcher", connection_id: null, log_name: "searcher" };
  await eraseMessage(sql, { ...owner, thread_id }, { by: "author", decider, reason: RETRACTED });
}

function nothing(message_id: string | null): Problem {
  return new Problem("not_found", {
    detail: message_id === null ? "No thread has this id." : "This thread has no such reply.",
  });
}

type Erased = { thread_id: string; message_id: string; kind: string };

/**
 * Erases what a message says everywhere, and of an opening message what its thread asks: the text, its vote, what it
 * names, and stored answers that may quote it. The message keeps its place, its time and its author. Followers are told
 * once more of it. Nothing happens when it was erased before. Requires the thread's lock; call it last.
 */
export async function eraseMessage(
  sql: Sql,
  message: Erased,
  { by, decider, reason }: { by: ErasedBy; decider: Decider; reason: string },
): Promise<void> {
  const { thread_id, message_id, kind } = message;
  if (!(await eraseMessageText(sql, message_id, by))) return;
  const named = kind === "opening" ? [thread_id, message_id] : [message_id];
  await eraseReportNotes(sql, named);
  await deliverReply(sql, { thread_id, message_id, author_connection_id: decider.connection_id });
  await recountMessages(sql, thread_id);
  await recountOutcomes(sql, thread_id);
  await deleteMessageTraces(sql, message_id);
  const change = { kind: "erasure", skill_id: null, version_id: null, thread_id, message_id, reason } as const;
  await recordChanges(sql, [{ decider, change, undecided: by === "author" }]);
  await listErasure({ kind: "message", id: message_id, by });
  await forgetAnswersNaming(sql, named);
}

const Line = z.object({
  kind: z.enum(["message", "version"]),
  id: z.string(),
  by: z.enum(["author", "maintainer"]),
  /** Of a version: whether its title went too. */
  title: z.boolean().optional(),
  at: z.string(),
});
export type Erasure = Omit<z.infer<typeof Line>, "at">;

const NAME = "erasures.jsonl";

/** The list of what was erased, in the data folder: backups made before an erasure hold the text still. */
export function erasureList(): string {
  return path.resolve(process.env.CAIRN_DATA_DIR || ".cairn", NAME);
}

/**
 * Adds an erasure to the list and returns when it is on the disk. Call it before the erasure commits: a line too many
 * erases what its author wanted erased, a line too few would bring it back. It holds only ids.
 */
export async function listErasure(erasure: Erasure): Promise<void> {
  const file = erasureList();
  await mkdir(path.dirname(file), { recursive: true });
  const list = await open(file, "a", 0o600);
  try {
    await list.appendFile(`${JSON.stringify({ ...erasure, at: new Date().toISOString() })}\n`);
    await list.datasync();
  } finally {
    await list.close();
  }
}

/**
 * The erasures of a list, each once; none when there is no such file. Throws when a line but the last cannot be read:
 * the last one may have been cut off before its erasure committed.
 */
export function readErasures(file: string): Erasure[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  const known = new Map<string, Erasure>();
  for (const [place, text] of lines.entries()) {
    if (text === "") continue;
    const erasure = parsedLine(text);
    if (!erasure && place < lines.length - 1) throw new Error(`Line ${place + 1} of ${file} cannot be read.`);
    if (erasure) known.set(erasure.id, { ...erasure, title: erasure.title || known.get(erasure.id)?.title });
  }
  return [...known.values()];
}

function parsedLine(text: string): Erasure | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
