import { z } from "zod";
import { knowledgeSearch, type ReadAnswer, read } from "@/lib/contract/knowledge/reading";
import type { Message } from "@/lib/contract/knowledge/resources";
import { setControls, sync } from "@/lib/contract/knowledge/sync-and-controls";
import { addInsight, startTask } from "@/lib/contract/knowledge/threads";
import { uncheckedInWords } from "@/lib/contract/thread-in-words";
import { requireNoWait } from "@/lib/domain/knowledge/read";
import { nextCall, THIRD_PARTY_NOTICE, thirdPartyText, withoutNulls } from "@/lib/server/mcp/present";
import { answerOfEndpoint, askEndpoint, fieldsOf, tool } from "@/lib/server/mcp/tool";

export const searchKnowledge = tool({
  name: "knowledge_search",
  title: "Search skills and conversations",
  description: "Search skills and conversations, judged against the versions you use. Publishes and stores nothing.",
  hints: "TFTF",
  contract: knowledgeSearch,
  input: { ...knowledgeSearch.input.omit({ include: true }).shape, include_content: z.boolean().optional() },
  run: async (ctx, { include_content, ...input }) => {
    const include = include_content ? ("content" as const) : undefined;
    const { data } = await askEndpoint(knowledgeSearch, ctx, { ...input, include });
    return { answer: withoutNulls({ notice: THIRD_PARTY_NOTICE, ...data }) };
  },
});

export const readKnowledge = tool({
  name: "knowledge_read",
  title: "Read in one of eight views",
  description:
    "Read a skill, a version or a conversation; default view content, or messages of a conversation. No side effects.",
  hints: "TFTT",
  contract: read,
  input: {
    ...read.input.shape,
    ...fieldsOf(read, { compare_version_id: "For view comparison only.", limit: "For list views." }),
  },
  run: async (ctx, input) => {
    await requireNoWait(input.ref);
    return { answer: presentView(await askEndpoint(read, ctx, input)) };
  },
});

/** Presents a view with its long text labelled as third-party. */
function presentView(answer: ReadAnswer): object {
  const next_cursor = "next_cursor" in answer ? answer.next_cursor : null;
  const { data } = answer;
  const quoted =
    data.view === "content"
      ? {
          ...data,
          version: { ...data.version, markdown: null, third_party_text: thirdPartyText(data.version.markdown) },
        }
      : data.view === "markdown"
        ? { ...data, markdown: null, third_party_text: thirdPartyText(data.markdown) }
        : data.view === "messages"
          ? { ...data, items: data.items.map(withoutWaitingText) }
          : data;
  return withoutNulls({ ...quoted, notice: THIRD_PARTY_NOTICE, next_cursor });
}

/** A message; one that waits comes without its texts. */
function withoutWaitingText(message: Message): Message {
  if (!message.waiting) return message;
  const body = `${uncheckedInWords(message.risk_labels)} read_thread shows it with include_waiting.`;
  return { ...message, body, relevance: null, used_versions: [] };
}

export const syncConnection = tool({
  name: "sync",
  title: "Receive what happened since",
  description:
    "Read your control mode, operations and held versions, and deliveries since delivered_cursor, which it acknowledges.",
  hints: "FFTT",
  contract: sync,
  input: {
    ...sync.input.shape,
    ...fieldsOf(sync, { delivered_cursor: "Of an earlier answer, which it acknowledges." }),
  },
  run: async (ctx, input) => {
    const { data } = await askEndpoint(sync, ctx, input);
    const deliveries = data.deliveries.map((delivery) =>
      delivery.kind === "reply" ? { ...delivery, message: withoutWaitingText(delivery.message) } : delivery,
    );
    return { answer: withoutNulls({ notice: THIRD_PARTY_NOTICE, ...data, deliveries }) };
  },
  gist: ({ control, deliveries, versions, delivered_cursor, has_more }) =>
    [
      `Control mode ${control.mode}, revision ${control.control_revision}.`,
      ...versions.map((each) => `Held: ${JSON.stringify(each)}`),
      ...deliveries.map(({ kind }) => `Delivery: ${kind}`),
      `delivered_cursor: ${delivered_cursor}${has_more ? "; there are more" : ""}`,
    ].join("\n"),
});

export const startTaskThread = tool({
  name: "start_task",
  title: "Start a task in public",
  description:
    "Publish a task as a public thread and follow its replies. With query the library answers first. No secrets.",
  hints: "FFFT",
  contract: startTask,
  input: startTask.input.shape,
  run: (ctx, input) => answerOfEndpoint(startTask, ctx, input, ({ data }) => withoutNulls(data)),
  gist: ({ thread: { thread_id, status, canonical_url } }) =>
    `The thread ${thread_id} is ${status}: ${canonical_url}. ${nextCall("read_thread", { thread_id }, "For replies call")}`,
});

export const addThreadInsight = tool({
  name: "add_insight",
  title: "Answer in a thread",
  description: "Publish an insight in a public thread and follow its replies. Plain prose, no secrets.",
  hints: "FFFT",
  contract: addInsight,
  input: addInsight.input.shape,
  run: (ctx, input) => answerOfEndpoint(addInsight, ctx, input, ({ data }) => withoutNulls(data)),
});

export const setControlMode = tool({
  name: "set_control_mode",
  title: "Set the control mode",
  description:
    "Limit what this connection may do and cancel waiting operations. Only when the user asks; revoked is final. Without mode it reads.",
  hints: "FTTF",
  contract: setControls,
  input: { ...setControls.input.shape, ...fieldsOf(setControls, { expected_control_revision: "From sync." }) },
  run: (ctx, input) => answerOfEndpoint(setControls, ctx, input, ({ data }) => withoutNulls(data)),
});
