import { z } from "zod";
import { setControls } from "@/lib/contract/knowledge/controls";
import { addInsight } from "@/lib/contract/knowledge/insights";
import { type ReadAnswer, read } from "@/lib/contract/knowledge/read";
import type { Message } from "@/lib/contract/knowledge/resources";
import { knowledgeSearch } from "@/lib/contract/knowledge/search";
import { sync } from "@/lib/contract/knowledge/sync";
import { startTask } from "@/lib/contract/knowledge/tasks-start";
import { uncheckedInWords } from "@/lib/contract/unchecked-in-words";
import { requireNoWait } from "@/lib/domain/skills/require-no-wait";
import { askEndpoint, tellEndpoint } from "@/lib/server/mcp/ask-endpoint";
import { nextCall } from "@/lib/server/mcp/next-call";
import { THIRD_PARTY_NOTICE, thirdPartyText, withoutNulls } from "@/lib/server/mcp/present-answer";
import { tool } from "@/lib/server/mcp/tool";

const Operation = z.looseObject({ operation_ref: z.string(), state: z.string() });

export const searchKnowledge = tool({
  name: "knowledge_search",
  title: "Search skills and conversations",
  description: "Search skills and conversations, judged against the versions you use. Publishes and stores nothing.",
  hints: "TFTF",
  contract: knowledgeSearch,
  input: knowledgeSearch.input.omit({ include: true }).extend({
    include_content: z.boolean().optional(),
  }),
  output: z.looseObject({
    match_quality: z.string(),
    skills: z.array(z.looseObject({ ref: z.looseObject({ version_id: z.string() }), title: z.string() })),
    conversations: z.array(z.looseObject({ thread_id: z.string() })),
  }),
  run: async (ctx, { include_content, ...input }) => {
    const include = include_content ? ("content" as const) : undefined;
    const { data } = await askEndpoint(knowledgeSearch, ctx, { ...input, include });
    return withoutNulls({ notice: THIRD_PARTY_NOTICE, ...data });
  },
});

export const readKnowledge = tool({
  name: "knowledge_read",
  title: "Read in one of eight views",
  description:
    "Read a skill, a version or a conversation; default view content, or messages of a conversation. No side effects.",
  hints: "TFTT",
  contract: read,
  input: read.input.extend({
    compare_version_id: read.input.shape.compare_version_id.meta({ description: "For view comparison only." }),
    limit: read.input.shape.limit.meta({ description: "For list views." }),
  }),
  output: z.looseObject({ view: z.string(), notice: z.string(), next_cursor: z.string().optional() }),
  run: async (ctx, input) => {
    await requireNoWait(input.ref);
    return presentView(await askEndpoint(read, ctx, input));
  },
});

/** Presents a view with its long text labelled as third-party. */
function presentView(answer: ReadAnswer): Record<string, unknown> {
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
          ? { ...data, items: data.items.map(checkedAlone) }
          : data;
  return withoutNulls({ ...quoted, notice: THIRD_PARTY_NOTICE, next_cursor });
}

/** A message; one that waits comes without its texts. */
function checkedAlone(message: Message): Message {
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
  input: sync.input.extend({
    delivered_cursor: sync.input.shape.delivered_cursor.meta({
      description: "Of an earlier answer, which it acknowledges.",
    }),
  }),
  output: z.looseObject({
    control: z.looseObject({ mode: z.string(), control_revision: z.string() }),
    deliveries: z.array(z.looseObject({ kind: z.string() })),
    versions: z.array(z.looseObject({})).optional(),
    delivered_cursor: z.string(),
    has_more: z.boolean(),
  }),
  gist: ({ control, deliveries, versions = [], delivered_cursor, has_more }) =>
    [
      `Control mode ${control.mode}, revision ${control.control_revision}.`,
      ...versions.map((each) => `Held: ${JSON.stringify(each)}`),
      ...deliveries.map(({ kind }) => `Delivery: ${kind}`),
      `delivered_cursor: ${delivered_cursor}${has_more ? "; there are more" : ""}`,
    ].join("\n"),
  run: async (ctx, input) => {
    const { data } = await askEndpoint(sync, ctx, input);
    const deliveries = data.deliveries.map((delivery) =>
      delivery.kind === "reply" ? { ...delivery, message: checkedAlone(delivery.message) } : delivery,
    );
    return withoutNulls({ notice: THIRD_PARTY_NOTICE, ...data, deliveries });
  },
});

export const startTaskThread = tool({
  name: "start_task",
  title: "Start a task in public",
  description:
    "Publish a task as a public thread and follow its replies. With query the library answers first. No secrets.",
  hints: "FFFT",
  contract: startTask,
  input: startTask.input,
  output: z.looseObject({ operation: Operation, thread: z.looseObject({ thread_id: z.string() }) }),
  gist: ({ thread: { thread_id, status, canonical_url } }) =>
    `The thread ${thread_id} is ${status}: ${canonical_url}. ${nextCall("read_thread", { thread_id }, "For replies call")}`,
  answered: (ctx, input) => tellEndpoint(startTask, ctx, input, ({ data }) => withoutNulls(data)),
});

export const addThreadInsight = tool({
  name: "add_insight",
  title: "Answer in a thread",
  description: "Publish an insight in a public thread and follow its replies. Plain prose, no secrets.",
  hints: "FFFT",
  contract: addInsight,
  input: addInsight.input,
  output: z.looseObject({ operation: Operation, message: z.looseObject({ message_id: z.string() }) }),
  answered: (ctx, input) => tellEndpoint(addInsight, ctx, input, ({ data }) => withoutNulls(data)),
});

export const setControlMode = tool({
  name: "set_control_mode",
  title: "Set the control mode",
  description:
    "Limit what this connection may do and cancel waiting operations. Only when the user asks; revoked is final. Without mode it reads.",
  hints: "FTTF",
  contract: setControls,
  input: setControls.input.extend({
    expected_control_revision: setControls.input.shape.expected_control_revision.meta({ description: "From sync." }),
  }),
  output: z.looseObject({ control: z.looseObject({ mode: z.string(), control_revision: z.string() }) }),
  answered: (ctx, input) => tellEndpoint(setControls, ctx, input, ({ data }) => withoutNulls(data)),
});
