import { command } from "@/lib/command/command";
import { FOR, technologyFor } from "@/lib/command/projects/named-in";
import { cairnOf, textOf } from "@/lib/command/talk/calls";
import { flushAfter } from "@/lib/command/talk/flush";
import { answered } from "@/lib/command/talk/opened";
import { nothingInWords, offersInWords } from "@/lib/command/talk/print";

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
