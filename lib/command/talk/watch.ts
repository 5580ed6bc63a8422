import type { Command } from "commander";
import { pollReplies } from "@/lib/client/poll-replies";
import type { Checkpoint } from "@/lib/client/poll-round";
import type { Io } from "@/lib/command/io";
import { callOptions, usage } from "@/lib/command/talk/calls";
import { flushAfter } from "@/lib/command/talk/flush";
import { keep, kept, placeOf } from "@/lib/command/talk/kept";
import { threadNamed } from "@/lib/command/talk/own-threads";
import { replyInWords } from "@/lib/command/talk/print";

const EVERY_SECONDS = 30;
const EVERY_SECONDS_MIN = 5;

type Options = { once?: true; every?: string; all?: true };

/** `cairn watch`: prints the replies of a thread that were not printed before, and those that come. */
export function addTo(program: Command, io: Io): void {
  program
    .command("watch")
    .description("print new replies of a thread as they come; a later watch goes on after the last one printed")
    .argument("<thread>", "its id or address; last for your newest question")
    .option("--once", "print what is new and end")
    .option("--every <seconds>", `between two looks, at least ${EVERY_SECONDS_MIN} (default: ${EVERY_SECONDS})`)
    .option("--all", "begin with the first reply")
    .action(async (name: string, { once, every, all }: Options) => {
      const seconds = every === undefined ? EVERY_SECONDS : Number(every);
      if (!(seconds >= EVERY_SECONDS_MIN))
        throw usage(`${every} is no number of seconds.`, `Write a number from ${EVERY_SECONDS_MIN}.`);
      const post_id = await threadNamed(name, io);
      const file = placeOf(io, "watched", `${post_id}.json`);
      const from = all ? null : await kept<Checkpoint>(file);
      const options = { ...callOptions(io), everyMs: seconds * 1_000, ...(once ? { rounds: 1 } : {}) };
      io.progress(once ? "Looking …" : "Waiting for replies; end with Ctrl-C …");
      for await (const { replies, checkpoint } of pollReplies(post_id, from, options)) {
        for (const reply of replies) io.answer(reply, `${replyInWords(reply)}\n`);
        // After printing, so that nothing is lost if the program ends in between.
        await keep(file, checkpoint);
      }
      if (!io.signal.aborted) await flushAfter(io);
    });
}
