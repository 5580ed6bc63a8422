import { command } from "@/lib/command/command";
import { EXIT, usage } from "@/lib/command/io";

import { flush } from "@/lib/command/talk/flush";
import { drop, type Entry, waiting } from "@/lib/command/talk/outbox";

/** `cairn outbox`: what could not be sent yet. */
export const outbox = command({
  name: "outbox",
  about: "list questions and outcomes that could not be sent yet",
  async run(io) {
    const entries = (await waiting(io)).map(shown);
    const lines = entries.map(({ id, state, text }) => `${id}  ${state}\n  ${text}`);
    io.answer(entries, lines.length > 0 ? lines.join("\n") : "The outbox is empty.");
  },
});

/** `cairn outbox send`. */
export const outboxSend = command({
  name: "outbox send",
  about: "send them now",
  options: {
    again: { value: "id", about: "also this one, which may have arrived long ago and would then take effect twice" },
  },
  async run(io, _, { again }) {
    io.progress("Sending …");
    const sent = await flush(io, again);
    const lines = sent.map(({ id, state, detail }) => `${id}  ${state}: ${detail}`);
    io.answer(sent, lines.length > 0 ? lines.join("\n") : "The outbox is empty.");
    if (sent.some(({ state }) => state !== "sent")) io.exit = EXIT.attention;
  },
});

/** `cairn outbox drop`. */
export const outboxDrop = command({
  name: "outbox drop",
  about: "delete one without sending it",
  args: { "<id>": "as the list names it" },
  async run(io, [id = ""]) {
    const known = (await waiting(io)).some((entry) => entry.id === id);
    if (!known) throw usage(`The outbox has no ${id}.`, "See: cairn outbox");
    await drop(io, id);
    io.answer({ dropped: id }, `Dropped ${id}.`);
  },
});

/** An entry without its keys. */
function shown({ id, operation, input, created_at, maybe_sent_at, refused }: Entry) {
  const text = "q" in input ? input.q : "text" in input ? input.text : input.title;
  const sent = maybe_sent_at === null ? "waits" : `waits, may have arrived at ${maybe_sent_at}`;
  const state = refused === null ? sent : `refused (${refused.code}: ${refused.detail})`;
  return { id, kind: operation === "createReply" ? "outcome" : "question", text, created_at, state };
}
