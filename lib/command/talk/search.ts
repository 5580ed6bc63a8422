import type { Command } from "commander";
import type { Io } from "@/lib/command/io";
import { cairnOf, technologyOf, textOf } from "@/lib/command/talk/calls";
import { flushAfter } from "@/lib/command/talk/flush";
import { answered } from "@/lib/command/talk/opened";
import { nothingInWords, offersInWords } from "@/lib/command/talk/print";

type Options = { for?: string; limit?: string; content?: true };

/** `cairn search`: looks into the library. Nothing is published. */
export function addTo(program: Command, io: Io): void {
  program
    .command("search")
    .description("search the library; nothing is published")
    .argument("<words...>", 'what to look for; "-" reads it from stdin')
    .option("--for <technology[@version]>", "such as next.js@16.4.6")
    .option("--limit <count>", "results, 1 to 5")
    .option("--content", "print the text of the first result that answers")
    .action(async (words: string[], options: Options) => {
      const q = await textOf(words, io, "The text to search for");
      io.progress("Searching …");
      const answer = await cairnOf(io).searchPost({
        q,
        ...technologyOf(options.for),
        preview: true,
        ...(options.limit === undefined ? {} : { limit: Number(options.limit) }),
        ...(options.content ? { include: "content" } : {}),
      });
      const shown = answered(answer);
      const text = answer.results.find(({ content }) => content)?.content?.markdown;
      const parts = [offersInWords(shown.results), nothingInWords(shown), text ?? ""];
      io.answer(answer, parts.filter((part) => part !== "").join("\n\n"));
      await flushAfter(io);
    });
}
