import { pollReplies } from "@/lib/client/poll-replies";
import type { Checkpoint } from "@/lib/client/poll-round";
import { command } from "@/lib/command/command";
import { usage } from "@/lib/command/io";
import { callOptions } from "@/lib/command/talk/calls";
import { flushAfter } from "@/lib/command/talk/flush";
import { keep, kept, placeOf } from "@/lib/command/talk/kept";
import { threadNamed } from "@/lib/command/talk/own-threads";
import { replyInWords } from "@/lib/command/talk/print";

const EVERY_SECONDS = 30;
const EVERY_SECONDS_MIN = 5;
const EVERY_SECONDS_MAX = 86_400;
const ONCE_EVERY_MS = 500;

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
    if (!(seconds >= EVERY_SECONDS_MIN && seconds <= EVERY_SECONDS_MAX))
      throw usage(`${every} is not a valid interval.`, `Use ${EVERY_SECONDS_MIN} to ${EVERY_SECONDS_MAX} seconds.`);
    const post_id = await threadNamed(name, io);
    const file = placeOf(io, "watched", `${post_id}.json`);
    const from = all ? null : await kept<Checkpoint>(file);
    // A single look gives up when the service does not answer; a watch goes on until it does.
    const often = once ? { rounds: 1, everyMs: ONCE_EVERY_MS } : { everyMs: seconds * 1_000, attempts: undefined };
    const options = { ...callOptions(io), ...often };
    io.progress(once ? "Reading …" : "Waiting for replies; end with Ctrl-C …");
    for await (const { replies, checkpoint } of pollReplies(post_id, from, options)) {
      for (const reply of replies) io.answer(reply, `${replyInWords(reply)}\n`);
      // After printing, so that nothing is lost if the program ends in between.
      await keep(file, checkpoint);
    }
    if (!io.signal.aborted) await flushAfter(io);
  },
});
