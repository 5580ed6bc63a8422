import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { command } from "@/lib/command/command";
import { isWithin, replaceFile } from "@/lib/command/file-system";
import { CommandError, confirmed, type Io, textOf, usage } from "@/lib/command/io";
import { readProject } from "@/lib/command/projects/project";
import { keep, newestOffering, placeOf, threadNamed } from "@/lib/command/talk/kept";
import { OUTCOMES, outcomeNamed, publishOutcome } from "@/lib/command/talk/outcome";

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

/** A private note about a skill or a thread. */
type Note = {
  id: string;
  /** The id of the skill or the thread. */
  about: string;
  text: string;
  created_at: string;
  /** When it was published as an outcome; missing while it was not. */
  reported_at?: string;
};
/** A note, and where it is kept. */
type KeptNote = Note & { file: string; place: "project" | "home" };

const BYTES_MAX = 65_536;
const NOTES_MAX = 1_000;
const NAME = /^[0-9a-f]{8}\.json$/;
const ABOUT = /^(?:skl|thr)_[\w-]{22}$/;

const folderIn = (io: Io, place: KeptNote["place"]) =>
  place === "home" ? placeOf(io, "notes") : path.join(readProject(io.cwd).folder, ".cairn", "notes");

/** Stores a note. In a project, a .gitignore keeps it out of version control. Throws a CommandError. */
function keepNote(io: Io, about: string, text: string, place: KeptNote["place"]): KeptNote {
  const id = randomUUID().slice(0, 8);
  const file = path.join(folderIn(io, place), `${id}.json`);
  const note: Note = { id, about, text, created_at: io.now().toISOString() };
  if (place === "project") {
    const { folder } = readProject(io.cwd);
    const ignored = path.join(folder, ".cairn", "notes", ".gitignore");
    if (!isWithin(folder, file) || !isWithin(folder, ignored))
      throw new CommandError("outside_project", ".cairn leads out of the project.", "Remove the link, or use --home.");
    replaceFile(ignored, "*\n", { mode: 0o644 });
  }
  keep(file, note);
  return { ...note, file, place };
}

/** The notes of the project and of the user, of one skill or thread or of all, the oldest first. */
export function notesOf(io: Io, about?: string): KeptNote[] {
  const all = (["project", "home"] as const).flatMap((place) => {
    const folder = folderIn(io, place);
    return namesIn(folder).flatMap((name): KeptNote[] => {
      const file = path.join(folder, name);
      const note = read(file);
      return note ? [{ ...note, file, place }] : [];
    });
  });
  const wanted = about === undefined ? all : all.filter((note) => note.about === about);
  return wanted.sort((a, b) => a.created_at.localeCompare(b.created_at));
}

/** The note with an id. Throws a CommandError without one. */
function noteNamed(io: Io, id: string): KeptNote {
  const found = notesOf(io).find((note) => note.id === id);
  if (found) return found;
  throw new CommandError("not_found", `There is no note ${id}.`, "See: cairn note list");
}

function removeNote({ file }: KeptNote): void {
  rmSync(file);
}

/** Remembers that it was published. */
function markReported(io: Io, { file, place: _, ...note }: KeptNote): void {
  keep(file, { ...note, reported_at: io.now().toISOString() });
}

/** Notes for people, after the text that they are about. */
export function notesInWords(notes: readonly Note[]): string {
  return notes.map(({ id, created_at, text }) => `Your note ${id}, ${created_at.slice(0, 10)}: ${text}`).join("\n");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => NAME.test(name))
      .slice(0, NOTES_MAX);
  } catch {
    return [];
  }
}

/** A project of others may hold anything under such a name: a pipe would never answer, a link may lead anywhere. */
function read(file: string): Note | null {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > BYTES_MAX) return null;
    const { id, about, text, created_at, reported_at } = Object(JSON.parse(readFileSync(file, "utf8")));
    const isNote = path.basename(file) === `${id}.json` && ABOUT.test(`${about}`) && typeof text === "string";
    if (!isNote || typeof created_at !== "string") return null;
    return { id, about, text, created_at, ...(typeof reported_at === "string" ? { reported_at } : {}) };
  } catch {
    return null;
  }
}
