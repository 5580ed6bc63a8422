import type { Command } from "commander";
import { EXIT, type Io } from "@/lib/command/io";
import { usage } from "@/lib/command/talk/calls";
import { flush } from "@/lib/command/talk/flush";
import { drop, type Entry, waiting } from "@/lib/command/talk/outbox";

/** `cairn outbox`: what could not be sent yet. */
export function addTo(program: Command, io: Io): void {
  const outbox = program
    .command("outbox")
    .description("list the questions and outcomes that could not be sent yet")
    .action(async () => {
      const entries = (await waiting(io)).map(shown);
      const lines = entries.map(({ id, state, text }) => `${id}  ${state}\n  ${text}`);
      io.answer(entries, lines.length > 0 ? lines.join("\n") : "Nothing waits.");
    });
  outbox
    .command("send")
    .description("send them now")
    .option("--again <id>", "also this one, which may have arrived long ago and would then take effect twice")
    .action(async ({ again }: { again?: string }) => {
      io.progress("Sending …");
      const sent = await flush(io, again);
      const lines = sent.map(({ id, state, detail }) => `${id}  ${state}: ${detail}`);
      io.answer(sent, lines.length > 0 ? lines.join("\n") : "Nothing waits.");
      if (sent.some(({ state }) => state !== "sent")) io.exit = EXIT.attention;
    });
  outbox
    .command("drop")
    .description("forget one")
    .argument("<id>")
    .action(async (id: string) => {
      const known = (await waiting(io)).some((entry) => entry.id === id);
      if (!known) throw usage(`Nothing waits as ${id}.`, "Look: cairn outbox");
      await drop(io, id);
      io.answer({ dropped: id }, "It is forgotten.");
    });
}

/** An entry without its keys. */
function shown({ id, operation, input, created_at, maybe_sent_at, refused }: Entry) {
  const text = "q" in input ? input.q : "text" in input ? input.text : input.title;
  const sent = maybe_sent_at === null ? "waits" : `waits, may have arrived at ${maybe_sent_at}`;
  const state = refused === null ? sent : `refused (${refused.code}: ${refused.detail})`;
  return { id, kind: operation === "createReply" ? "outcome" : "question", text, created_at, state };
}
