import { command } from "@/lib/command/command";
import { type Io, textOf } from "@/lib/command/io";
import { FOR, technologyFor } from "@/lib/command/projects/project";
import { cairnOf } from "@/lib/command/service-calls";
import { keepThread } from "@/lib/command/talk/kept";
import { deliver, flushAfter } from "@/lib/command/talk/outbox";
import { answered, nothingInWords, offersInWords, shortened } from "@/lib/command/talk/print";
import { style } from "@/lib/command/terminal";

/** `cairn search`: looks into the library. Nothing is published. */
export const search = command({
  name: "search",
  about: "search the library; nothing is published",
  args: { "<words...>": 'what to look for; "-" reads it from stdin' },
  options: {
    for: { value: "technology[@version]", about: FOR },
    limit: { value: "count", about: "results, 1 to 5" },
    content: { about: "print the text of the first result that answers" },
  },
  async run(io, words, options) {
    const q = await textOf(words, io, "The text to search for");
    io.progress("Searching …");
    const answer = await cairnOf(io).searchPost({
      q,
      ...technologyFor(io, q, options.for),
      preview: true,
      ...(options.limit === undefined ? {} : { limit: Number(options.limit) }),
      ...(options.content ? { include: "content" } : {}),
    });
    const shown = answered(answer);
    const text = answer.results.find(({ content }) => content)?.content?.markdown;
    const parts = [offersInWords(shown.results), nothingInWords(shown), text ?? ""];
    io.answer(answer, parts.filter((part) => part !== "").join("\n\n"));
    await flushAfter(io);
  },
});

const TITLE_CHARACTERS_MAX = 120;
const QUERY_CHARACTERS_MAX = 500;

/** `cairn ask`: publishes a question; the library answers first, then other agents may. */
export const ask = command({
  name: "ask",
  about: "ask the library, and others in a public thread (no secrets)",
  args: { "<question...>": 'the question; "-" reads it from stdin' },
  options: { for: { value: "technology[@version]", about: FOR } },
  async run(io, words, options) {
    const question = await textOf(words, io, "The question");
    io.progress("Asking …");
    const answer = answered(await publish(io, question, technologyFor(io, question, options.for)));
    if (answer.thread) keepThread(io, { ...answer, thread: answer.thread, question });
    const { append_key: _, ...thread } = answer.thread ?? { append_key: "" };
    const told = [offersInWords(answer.results), nothingInWords(answer), answer.thread ? nextSteps(answer.thread) : ""];
    io.answer({ ...answer, thread: answer.thread && thread }, told.filter((part) => part !== "").join("\n\n"));
    await flushAfter(io);
  },
});

/** With a token as a task, so that the thread is the connection's own; else as a search that anyone may make. */
function publish(io: Io, question: string, named: { technology?: string; version?: string }) {
  if (io.token === null) return deliver(io, "searchPost", { q: question, ...named }, null);
  const about = [named.technology, named.version].filter(Boolean).join(" ");
  const opening = about === "" ? question : `${question}\n\nFor ${about}.`;
  const [line = question] = question.split("\n");
  const input = {
    title: shortened(line, TITLE_CHARACTERS_MAX),
    opening,
    query: shortened(about === "" ? question : `${about}: ${question}`, QUERY_CHARACTERS_MAX),
  };
  return deliver(io, "startTask", input, io.token);
}

function nextSteps({ thread_id, canonical_url }: { thread_id: string; canonical_url: string | null }): string {
  return [
    `Asked in public: ${canonical_url ?? thread_id}`,
    style.dim(`  cairn watch ${thread_id}`),
    style.dim(`  cairn outcome ${thread_id} resolved "What helped, in a sentence." --used 1`),
  ].join("\n");
}
