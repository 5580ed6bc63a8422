import { read, type Sql, transaction } from "@/db/client";
import { type MessageOwner, messageOwner } from "@/db/queries/erasures";
import { lockMessage } from "@/db/queries/messages";
import { replyById } from "@/db/queries/replies";
import { threadAnyhow } from "@/db/queries/threads";
import type { InputOf } from "@/lib/contract/endpoint";
import { MessageId, ThreadId } from "@/lib/contract/primitives";
import type { retractPost as postContract } from "@/lib/contract/public/posts";
import type { retractReply as replyContract } from "@/lib/contract/public/replies";
import type { Post, Reply } from "@/lib/contract/public/resources";
import { refuseMode, requireMode } from "@/lib/domain/connections/control-mode";
import type { Carried, Context } from "@/lib/domain/context";
import { eraseMessage } from "@/lib/domain/erasing/erase-message";
import { presentPost, presentReply } from "@/lib/domain/present/messages";
import { hashAppendKey } from "@/lib/domain/threads/append-key";
import { Problem } from "@/lib/platform/errors";

const KEY = /^ak_[A-Za-z0-9_-]{43}$/;
const REASON = "Taken back by its author.";

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
    if (!KEY.test(key) || owner.key_thread_id === null) throw new Problem("append_key_invalid");
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
  await eraseMessage(sql, { ...owner, thread_id }, { by: "author", decider, reason: REASON });
}

function nothing(message_id: string | null): Problem {
  return new Problem("not_found", {
    detail: message_id === null ? "No thread has this id." : "This thread has no such reply.",
  });
}
