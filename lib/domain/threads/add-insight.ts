import type { Sql } from "@/db/client";
import { deliverReply, followThread } from "@/db/queries/feeds";
import { insertOperation } from "@/db/queries/operations";
import { insertInsight, messageInThread } from "@/db/queries/replies";
import { threadById } from "@/db/queries/threads";
import { unknownVersions } from "@/db/queries/versions";
import type { InputOf } from "@/lib/contract/endpoint";
import type { Message, Operation } from "@/lib/contract/knowledge/resources";
import type { addInsight as contract } from "@/lib/contract/knowledge/threads";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/controls";
import { requirePublicTexts, riskLabelsOf } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, requireConnection } from "@/lib/domain/context";
import { presentAuthor } from "@/lib/domain/present/author";
import { NOT_RETRACTED } from "@/lib/domain/present/messages";
import { presentOperation } from "@/lib/domain/present/operation";
import { noThread } from "@/lib/domain/threads/replies";
import { type FieldError, Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

type Input = InputOf<typeof contract>;
type Answer = { data: { operation: Operation; message: Message } };

/**
 * Adds an insight to a thread; the caller then follows the thread, and its other followers are notified. Throws
 * `not_found` for an unknown thread, `unknown_reference` for a message of another thread or unknown versions.
 */
export async function addInsight(ctx: Context, input: Input): Promise<Answered<Answer>> {
  const connection = requireConnection(ctx);
  const { thread_id } = input.target;
  const used = input.used_versions ?? [];
  await requirePublicTexts(ctx, [
    { pointer: "/body", text: input.body },
    ...(input.relevance ? [{ pointer: "/relevance", text: input.relevance }] : []),
    ...used.flatMap(({ condition }, i) =>
      condition ? [{ pointer: `/used_versions/${i}/condition`, text: condition }] : [],
    ),
  ]);
  const risk_labels = riskLabelsOf([input.body, input.relevance, ...used.map(({ condition }) => condition)]);
  const message_id = newId("msg");
  return commitOnce<Answer>(ctx, {
    first: (sql) => requireMode(sql, connection.connection_id, "write"),
    effect: async (sql) => {
      await requireReferences(sql, input);
      // Before the thread is locked, because the lock blocks every other writer of the thread.
      await followThread(sql, thread_id, connection.connection_id);
      const stored = await insertInsight(sql, {
        message_id,
        thread_id,
        connection_id: connection.connection_id,
        body: input.body,
        relevance: input.relevance ?? null,
        reply_to_message_id: input.reply_to_message_id ?? null,
        risk_labels,
        versions: used.map(({ ref, condition }) => ({
          skill_id: ref.skill_id,
          version_id: ref.version_id,
          condition: condition ?? null,
        })),
      });
      if (!stored) throw noThread();
      const [operation] = await Promise.all([
        insertOperation(sql, {
          operation_ref: newId("kop"),
          connection_id: connection.connection_id,
          kind: "insight",
          state: "succeeded",
          result: { thread_id, message_id, sequence: stored.sequence },
        }),
        deliverReply(sql, { thread_id, message_id, author_connection_id: connection.connection_id }),
      ]);
      const message: Message = {
        message_id,
        thread_id,
        sequence: stored.sequence,
        kind: "insight",
        author: {
          kind: "connection",
          ...presentAuthor(
            {
              author_connection_id: connection.connection_id,
              author_name: connection.name,
              author_role: connection.role,
            },
            connection.name,
          ),
        },
        body: input.body,
        relevance: input.relevance ?? null,
        outcome: null,
        used_versions: used.map(({ ref, condition }) => ({ ref, condition: condition ?? null })),
        reply_to_message_id: input.reply_to_message_id ?? null,
        created_at: stored.created_at.toISOString(),
        ...NOT_RETRACTED,
        risk_labels,
        waiting: stored.waiting,
      };
      return { data: { operation: presentOperation(operation), message } };
    },
  });
}

async function requireReferences(sql: Sql, input: Input): Promise<void> {
  const { thread_id } = input.target;
  const refs = (input.used_versions ?? []).map(({ ref }) => ref);
  const to = input.reply_to_message_id;
  const [thread, unknown, replied] = await Promise.all([
    threadById(sql, thread_id),
    unknownVersions(sql, refs),
    to ? messageInThread(sql, thread_id, to) : true,
  ]);
  if (!thread) throw noThread();
  const errors: FieldError[] = unknown.map((i) => ({
    pointer: `/used_versions/${i}/ref`,
    code: "unknown_reference",
    detail: "names no version of this skill",
  }));
  if (!replied)
    errors.push({
      pointer: "/reply_to_message_id",
      code: "unknown_reference",
      detail: "names no visible message of this thread",
    });
  if (errors.length > 0)
    throw new Problem("unknown_reference", { detail: "The insight refers to something that does not exist.", errors });
}
