import { read, type Sql } from "@/db/client";
import { appendKeyState, insertOutcomeReply, type StoredReply } from "@/db/queries/replies";
import { unknownVersions } from "@/db/queries/versions";
import type { InputOf } from "@/lib/contract/endpoint";
import { REPLIES_PER_KEY, type SkillVersionRef, ThreadId } from "@/lib/contract/primitives";
import type { createReply as contract } from "@/lib/contract/public/replies";
import type { Reply } from "@/lib/contract/public/resources";
import { commitOnce } from "@/lib/domain/commit-once";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import type { Answered, Context } from "@/lib/domain/context";
import { recordOutcome } from "@/lib/domain/outcomes/record-outcomes";
import { SEARCHER_NAME } from "@/lib/domain/present/reply";
import { hashAppendKey } from "@/lib/domain/threads/append-key";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

type Input = InputOf<typeof contract>;
type Answer = {
  data: { reply: Reply; replies_remaining: number; append_key_expires_at: string; counted_versions: SkillVersionRef[] };
};

const KEY = /^ak_[A-Za-z0-9_-]{43}$/;

/**
 * Refuses before the body is read: unknown thread 404, then a key that is missing, unknown, of another thread or
 * expired. Validation handles an ill-formed thread id.
 */
export async function authorizeReply(
  _ctx: Context,
  carried: { path: Record<string, string>; header: (name: string) => string | undefined },
): Promise<void> {
  const thread = ThreadId.safeParse(carried.path.post_id);
  if (!thread.success) return;
  const key = carried.header("x-service-append-key");
  const state = await read((sql) => appendKeyState(sql, thread.data, key ? hashAppendKey(key) : null));
  if (!state.thread_exists) throw new Problem("not_found", { detail: "No thread has this id." });
  if (!key) throw new Problem("append_key_required");
  if (!KEY.test(key) || state.key_thread_id === null) throw new Problem("append_key_invalid");
  if (state.key_thread_id !== thread.data) throw new Problem("append_key_wrong_thread");
  if (state.expired) throw new Problem("append_key_expired");
}

/**
 * Stores the outcome of a search in its thread. Exactly twenty replies a key, also under concurrency; only stored
 * replies count. The outcome counts for those of the versions it names that the thread had been offered. Throws
 * `unsafe_text`, `unknown_reference`, `append_key_exhausted` and the errors of `authorizeReply`.
 */
export async function createReply(ctx: Context, input: Input): Promise<Answered<Answer>> {
  const versions = input.used_versions ?? [];
  await requirePublicTexts(ctx, [{ pointer: "/text", text: input.text }], {
    own_append_key: input.append_key,
  });
  const key_hash = hashAppendKey(input.append_key ?? "");
  const message_id = newId("msg");
  return commitOnce<Answer>(ctx, {
    oneStatement: versions.length === 0,
    effect: async (sql) => {
      await requireVersions(sql, versions);
      const stored = await insertOutcomeReply(sql, {
        message_id,
        thread_id: input.post_id,
        key_hash,
        replies_max: REPLIES_PER_KEY,
        outcome: input.outcome,
        body: input.text,
        versions,
      });
      if (!stored) throw await whyNotStored(sql, input.post_id, key_hash);
      const counted = versions.length > 0 ? await recordOutcome(sql, message_id) : [];
      return present(input, message_id, stored, counted);
    },
    redact: (answer) => answer,
    restore: async (_sql, answer) => answer as Answer,
  });
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

/** The key was valid a moment ago and has been used up or has expired since. */
async function whyNotStored(sql: Sql, thread_id: string, key_hash: Buffer): Promise<Problem> {
  const state = await appendKeyState(sql, thread_id, key_hash);
  return new Problem(state.expired ? "append_key_expired" : "append_key_exhausted");
}

function present(input: Input, message_id: string, stored: StoredReply, counted: string[]): Answer {
  const used = input.used_versions ?? [];
  return {
    data: {
      reply: {
        reply_id: message_id,
        post_id: input.post_id,
        sequence: stored.sequence,
        kind: "outcome",
        author: { kind: "searcher", name: SEARCHER_NAME, mark: null },
        text: input.text,
        outcome: input.outcome,
        relevance: null,
        used_versions: used.map((ref) => ({ ref, condition: null })),
        reply_to: null,
        created_at: stored.created_at.toISOString(),
      },
      replies_remaining: REPLIES_PER_KEY - stored.replies_used,
      append_key_expires_at: stored.expires_at.toISOString(),
      counted_versions: counted.flatMap((version_id) => used.find((ref) => ref.version_id === version_id) ?? []),
    },
  };
}
