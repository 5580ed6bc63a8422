import { command } from "@/lib/command/command";
import { confirmed } from "@/lib/command/confirmed";
import { CommandError, type Io, usage } from "@/lib/command/io";
import { textOf } from "@/lib/command/talk/calls";
import { type KeptNote, keepNote, markReported, noteNamed, notesOf, removeNote } from "@/lib/command/talk/notes";
import { OUTCOMES, outcomeNamed, publishOutcome } from "@/lib/command/talk/outcome";
import { newestOffering, threadNamed } from "@/lib/command/talk/own-threads";

const TEXT_CHARACTERS_MAX = 2_000;

/** `cairn note`: keeps a private text about a skill or a thread, which the next `show` prints with it. Sends nothing. */
export const note = command({
  name: "note",
  about: "keep a private note about a skill or a thread; nothing is sent",
  args: {
    "<what>": "the id or address of a skill or a thread; last for your newest thread",
    "<text...>": 'the note; "-" reads it from stdin',
  },
  options: { home: { about: "keep it for all projects, not in this one" } },
  async run(io, [what = "", ...words], { home }) {
    const skill_id = /skl_[\w-]{22}/.exec(what)?.[0];
    const about = skill_id ?? (await threadNamed(what, io));
    const text = await textOf(words, io, "The note");
    if ([...text].length > TEXT_CHARACTERS_MAX) throw usage(`A note has at most ${TEXT_CHARACTERS_MAX} characters.`);
    const kept = keepNote(io, about, text, home ? "home" : "project");
    const next = `cairn note report ${kept.id} ${OUTCOMES.join("|")} publishes it as an outcome, after you agree.`;
    io.answer(kept, `Kept as ${kept.id} in ${kept.file}. Nothing was sent.\n${next}`);
  },
});

/** `cairn note list`. */
export const noteList = command({
  name: "note list",
  about: "list your notes",
  run(io) {
    const notes = notesOf(io);
    const lines = notes.map(({ id, about, place, text, reported_at }) =>
      [`${id}  ${about}  ${place}${reported_at ? ", reported" : ""}`, `  ${text}`].join("\n"),
    );
    io.answer(notes, lines.length > 0 ? lines.join("\n") : "There are no notes.");
  },
});

/** `cairn note remove`. */
export const noteRemove = command({
  name: "note remove",
  about: "delete a note",
  args: { "<id>": "as the list names it" },
  run(io, [id = ""]) {
    removeNote(noteNamed(io, id));
    io.answer({ removed: id }, `Removed ${id}.`);
  },
});

/** `cairn note report`: publishes a note as an outcome, after one yes. */
export const noteReport = command({
  name: "note report",
  about: "publish a note as an outcome in your thread, after you agree",
  args: { "<id>": "as the list names it", [`<${OUTCOMES.join("|")}>`]: "what came of it" },
  async run(io, [id = "", result = ""], options: { yes?: boolean }) {
    const outcome = outcomeNamed(result);
    const found = noteNamed(io, id);
    const { thread_id, used } = await placeFor(io, found);
    io.note(`This would be public in ${thread_id}, as the outcome "${outcome}":\n\n${found.text}\n`);
    if (!(await confirmed(io, "Publish it?", options))) return io.answer({ reported: false }, "Nothing was sent.");
    await publishOutcome(io, { post_id: thread_id, outcome, text: found.text, used });
    markReported(io, found);
  },
});

/** The thread that a note can be published in: its own, or the newest that was asked from here and offered the skill. */
async function placeFor(io: Io, { about }: KeptNote): Promise<{ thread_id: string; used: string[] }> {
  if (about.startsWith("thr_")) return { thread_id: about, used: [] };
  const offering = await newestOffering(io, about);
  if (offering) return offering;
  const detail = `No thread that was asked from here was offered ${about}.`;
  throw new CommandError(
    "no_thread",
    detail,
    "Outcomes stand in threads: ask what the skill is for, then report it there.",
  );
}
