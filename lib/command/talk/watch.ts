import { pollReplies } from "@/lib/client/poll-replies";
import type { Checkpoint } from "@/lib/client/poll-round";
import { command } from "@/lib/command/command";
import { callOptions, usage } from "@/lib/command/talk/calls";
import { flushAfter } from "@/lib/command/talk/flush";
import { keep, kept, placeOf } from "@/lib/command/talk/kept";
import { threadNamed } from "@/lib/command/talk/own-threads";
import { replyInWords } from "@/lib/command/talk/print";

const EVERY_SECONDS = 30;
const EVERY_SECONDS_MIN = 5;

/** `cairn watch`: prints the replies of a thread that were not printed before, and those that come. */
export const watch = command({
  name: "watch",
  about: "print new replies of a thread as they come",
  args: { "<thread>": "its id or address; last for your newest question" },
  options: {
    once: { about: "print what is new and end" },
    every: { value: "seconds", about: `between two looks, at least ${EVERY_SECONDS_MIN} (default: ${EVERY_SECONDS})` },
    all: { about: "begin with the first reply" },
  },
  async run(io, [name = ""], { once, every, all }) {
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
  },
});
