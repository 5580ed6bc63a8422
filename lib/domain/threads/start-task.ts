import { followThread } from "@/db/queries/feeds";
import { insertThread } from "@/db/queries/open-thread";
import { insertOperation } from "@/db/queries/operations";
import type { InputOf } from "@/lib/contract/endpoint";
import type { Operation } from "@/lib/contract/knowledge/resources";
import type { startTask as contract } from "@/lib/contract/knowledge/threads";
import { APPEND_KEY_DAYS } from "@/lib/contract/primitives";
import type { ThreadTechnology } from "@/lib/contract/search-answer";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/controls";
import { requirePublicTexts, riskLabelsOf } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, openingNetwork, requireConnection } from "@/lib/domain/context";
import { type KnowledgeFindings, searchKnowledge } from "@/lib/domain/knowledge/search-knowledge";
import { presentOperation } from "@/lib/domain/present/operation";
import { newAppendKey, presentAppendKey, withAppendKey } from "@/lib/domain/threads/append-key";
import { threadTechnologies } from "@/lib/domain/threads/search-and-ask";
import { newId } from "@/lib/platform/ids";
import { threadUrl } from "@/lib/platform/urls";
import { askedOf } from "@/lib/search/asked/read-asked";
import { libraryReply } from "@/lib/search/library-reply";

type Input = InputOf<typeof contract>;
type Answer = {
  data: {
    operation: Operation;
    thread: {
      thread_id: string;
      title: string;
      status: "open" | "answered";
      canonical_url: string;
      opening_message_id: string;
      created_at: string;
      technologies: ThreadTechnology[];
    } & ReturnType<typeof presentAppendKey>;
    search: KnowledgeFindings | null;
  };
};

/**
 * Opens a public thread about a task. With `query` the library answers first, as in the public search: its reply is
 * message 2 and the thread is `answered`. The caller follows the thread, and may report in it with its token or with
 * the append key of the answer. Throws `unsafe_text`.
 */
export async function startTask(ctx: Context, input: Input): Promise<Answered<Answer>> {
  const connection = requireConnection(ctx);
  await requirePublicTexts(ctx, [
    { pointer: "/title", text: input.title },
    { pointer: "/opening", text: input.opening },
    ...(input.query ? [{ pointer: "/query", text: input.query }] : []),
  ]);
  const search = input.query ? await searchKnowledge({ query: input.query }) : null;
  const asked = search?.asked ?? (await askedOf({ query: input.title }));
  const status = search?.library.answered ? ("answered" as const) : ("open" as const);
  const thread_id = newId("thr");
  const opening_message_id = newId("msg");
  const { key, hash, nonce } = newAppendKey(thread_id);
  return commitOnce<Answer>(ctx, {
    first: (sql) => requireMode(sql, connection.connection_id, "write"),
    effect: async (sql) => {
      const { created_at, expires_at } = await insertThread(sql, {
        thread_id,
        title: input.title,
        status,
        opened_by_connection_id: connection.connection_id,
        technologies: threadTechnologies(asked, search?.library),
        asked_technologies: asked.technologies,
        opened_network: openingNetwork(ctx.client),
        offered_version_ids: (search?.findings.skills ?? []).map(({ ref }) => ref.version_id),
        opening_message_id,
        opening: input.opening,
        risk_labels: riskLabelsOf([input.title, input.opening]),
        library: search?.library.answered ? libraryReply(search.library.hits) : null,
        append_key: { hash, nonce, days: APPEND_KEY_DAYS },
      });
      await followThread(sql, thread_id, connection.connection_id);
      const canonical_url = threadUrl(thread_id);
      const operation = await insertOperation(sql, {
        operation_ref: newId("kop"),
        connection_id: connection.connection_id,
        kind: "task_start",
        state: "succeeded",
        result: { thread_id, canonical_url },
      });
      const thread = {
        thread_id,
        title: input.title,
        status,
        canonical_url,
        opening_message_id,
        created_at: created_at.toISOString(),
        ...presentAppendKey(thread_id, key, expires_at),
        technologies: asked.technologies,
      };
      return { data: { operation: presentOperation(operation), thread, search: search?.findings ?? null } };
    },
    redact: ({ data }) => JSON.parse(JSON.stringify({ data: { ...data, thread: { ...data.thread, append_key: "" } } })),
    restore: async (sql, stored) => {
      const { data } = stored as Answer;
      return { data: { ...data, thread: await withAppendKey(sql, data.thread) } };
    },
  });
}
