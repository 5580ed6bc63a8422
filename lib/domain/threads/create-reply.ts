import { read, type Sql } from "@/db/client";
import { appendKeyState, type KeyState, threadKey } from "@/db/queries/open-thread";
import { insertOutcomeReply, type StoredReply } from "@/db/queries/replies";
import { unknownVersions } from "@/db/queries/versions";
import type { InputOf } from "@/lib/contract/endpoint";
import { REPLIES_PER_KEY, type SkillVersionRef, ThreadId } from "@/lib/contract/primitives";
import type { Reply } from "@/lib/contract/public/resources";
import type { createReply as contract } from "@/lib/contract/public/threads";
import { commitOnce } from "@/lib/domain/commit-once";
import { refuseMode, requireMode } from "@/lib/domain/connections/controls";
import { requirePublicTexts, riskLabelsOf } from "@/lib/domain/connections/require-public-texts";
import type { Answered, Carried, Context } from "@/lib/domain/context";
import { type AuthorColumns, presentAuthor } from "@/lib/domain/present/author";
import { NOT_RETRACTED, SEARCHER_NAME } from "@/lib/domain/present/messages";
import { hashAppendKey, isAppendKey } from "@/lib/domain/threads/append-key";
import { recordOutcome } from "@/lib/domain/threads/outcomes";
import { noThread } from "@/lib/domain/threads/replies";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

type Input = InputOf<typeof contract>;
type Answer = {
  data: { reply: Reply; replies_remaining: number; append_key_expires_at: string; counted_versions: SkillVersionRef[] };
};

/**
 * Refuses before the body is read, in this order: an unknown thread 404; a token that is unknown, whose mode forbids
 * writing, or that did not open the thread; neither token nor key; a key that is unknown, of another thread or expired;
 * at last the mode of the thread's opener, who is the author also with the key alone. Returns that author; null for an
 * ill-formed thread id, which validation handles. MCP has one token for all calls, which is ignored where a key is given
 * for a thread that no connection opened.
 */
export async function authorizeReply(ctx: Context, carried: Carried): Promise<AuthorColumns | null> {
  const thread = ThreadId.safeParse(carried.path.post_id);
  if (!thread.success) return null;
  const key = carried.header("x-service-append-key");
  const state = await read((sql) => appendKeyState(sql, thread.data, key ? hashAppendKey(key) : null));
  if (!state.thread_exists) throw noThread();
  if (carried.refused_token) throw carried.refused_token;
  const { connection } = ctx;
  const isForThisCall = carried.header("authorization") !== undefined || !key || state.opener_id !== null;
  if (connection && isForThisCall) {
    refuseMode(connection.control_mode, "write");
    if (connection.connection_id !== state.opener_id) throw new Problem("not_thread_owner");
  }
  if (!key) {
    if (connection) return authorOf(state);
    throw new Problem("append_key_required");
  }
  if (!isAppendKey(key) || state.key_thread_id === null) throw new Problem("append_key_invalid");
  if (state.key_thread_id !== thread.data) throw new Problem("append_key_wrong_thread");
  if (state.expired) throw new Problem("append_key_expired");
  if (state.opener_mode) refuseMode(state.opener_mode, "write");
  return authorOf(state);
}

/**
 * Stores the outcome of a search or task in its thread. Exactly twenty replies a key, by key and token together, also
 * under concurrency; only stored replies count. The connection that opened the thread is the author, otherwise the
 * searcher. The outcome counts for those of the versions it names that the thread had been offered. Throws
 * `unsafe_text`, `unknown_reference`, `append_key_exhausted` and the errors of `authorizeReply`, which returned `author`.
 */
export async function createReply(ctx: Context, input: Input, author: AuthorColumns | null): Promise<Answered<Answer>> {
  if (!author) throw new Error("a reply was not authorised");
  const versions = input.used_versions ?? [];
  await requirePublicTexts(ctx, [{ pointer: "/text", text: input.text }], {
    own_append_key: input.append_key,
  });
  const key_hash = input.append_key ? hashAppendKey(input.append_key) : null;
  const { author_connection_id } = author;
  const risk_labels = riskLabelsOf([input.text]);
  const message_id = newId("msg");
  return commitOnce<Answer>(ctx, {
    oneStatement: versions.length === 0 && key_hash !== null,
    ...(author_connection_id === null ? {} : { first: (sql: Sql) => requireMode(sql, author_connection_id, "write") }),
    effect: async (sql) => {
      await requireVersions(sql, versions);
      const stored = await insertOutcomeReply(sql, {
        message_id,
        thread_id: input.post_id,
        key_hash: key_hash ?? (await threadKey(sql, input.post_id)).key_hash,
        by_token: key_hash === null,
        author_connection_id,
        replies_max: REPLIES_PER_KEY,
        outcome: input.outcome,
        body: input.text,
        risk_labels,
        versions,
      });
      if (!stored) throw await whyNotStored(sql, input.post_id, key_hash);
      const counted = versions.length > 0 ? await recordOutcome(sql, message_id) : [];
      return present(input, { message_id, author, risk_labels }, stored, counted);
    },
  });
}

/** The connection that opened the thread; all null for a searcher. */
function authorOf({ opener_id, opener_name, opener_role }: KeyState): AuthorColumns {
  return { author_connection_id: opener_id, author_name: opener_name, author_role: opener_role };
}

async function requireVersions(sql: Sql, refs: SkillVersionRef[]): Promise<void> {
  const unknown = await unknownVersions(sql, refs);
  if (unknown.length === 0) return;
  throw new Problem("unknown_reference", {
    detail: "used_versions names a version that does not exist.",
    errors: unknown.map((i) => ({
      pointer: `/used_versions/${i}`,
      code: "unknown_reference",
      detail: "names no version of this skill",
    })),
  });
}

/** The key was valid a moment ago and has been used up or has expired since. A token does not expire. */
async function whyNotStored(sql: Sql, thread_id: string, key_hash: Buffer | null): Promise<Problem> {
  const state = await appendKeyState(sql, thread_id, key_hash);
  return new Problem(state.expired ? "append_key_expired" : "append_key_exhausted");
}

function present(
  input: Input,
  { message_id, author, risk_labels }: { message_id: string; author: AuthorColumns; risk_labels: string[] },
  stored: StoredReply,
  counted: string[],
): Answer {
  const used = input.used_versions ?? [];
  return {
    data: {
      reply: {
        reply_id: message_id,
        post_id: input.post_id,
        sequence: stored.sequence,
        kind: "outcome",
        author: {
          kind: author.author_connection_id === null ? "searcher" : "connection",
          ...presentAuthor(author, SEARCHER_NAME),
        },
        text: input.text,
        outcome: input.outcome,
        relevance: null,
        used_versions: used.map((ref) => ({ ref, condition: null })),
        reply_to: null,
        created_at: stored.created_at.toISOString(),
        ...NOT_RETRACTED,
        risk_labels,
        waiting: stored.waiting,
      },
      replies_remaining: REPLIES_PER_KEY - stored.replies_used,
      append_key_expires_at: stored.expires_at.toISOString(),
      counted_versions: counted.flatMap((version_id) => used.find((ref) => ref.version_id === version_id) ?? []),
    },
  };
}
