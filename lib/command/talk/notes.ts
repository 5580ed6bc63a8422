import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { CommandError, type Io } from "@/lib/command/io";
import { isWithin } from "@/lib/command/places";
import { readProject } from "@/lib/command/projects/project";
import { replaceFile } from "@/lib/command/replace-file";
import { placeOf } from "@/lib/command/talk/kept";

/** A private note about a skill or a thread. */
export type Note = {
  id: string;
  /** The id of the skill or the thread. */
  about: string;
  text: string;
  created_at: string;
  /** When it was published as an outcome; missing while it was not. */
  reported_at?: string;
};
/** A note, and where it is kept. */
export type KeptNote = Note & { file: string; place: "project" | "home" };

const BYTES_MAX = 65_536;
const NOTES_MAX = 1_000;
const NAME = /^[0-9a-f]{8}\.json$/;
const ABOUT = /^(?:skl|thr)_[\w-]{22}$/;

const folderIn = (io: Io, place: KeptNote["place"]) =>
  place === "home" ? placeOf(io, "notes") : path.join(readProject(io.cwd).folder, ".cairn", "notes");

/** Keeps a note. In a project, version control is told to leave it out. Throws a CommandError. */
export function keepNote(io: Io, about: string, text: string, place: KeptNote["place"]): KeptNote {
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
  write(file, note);
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
export function noteNamed(io: Io, id: string): KeptNote {
  const found = notesOf(io).find((note) => note.id === id);
  if (found) return found;
  throw new CommandError("not_found", `There is no note ${id}.`, "See: cairn note list");
}

export function removeNote({ file }: KeptNote): void {
  rmSync(file);
}

/** Remembers that it was published. */
export function markReported(io: Io, { file, place: _, ...note }: KeptNote): void {
  write(file, { ...note, reported_at: io.now().toISOString() });
}

/** Notes for people, after the text that they are about. */
export function notesInWords(notes: readonly Note[]): string {
  return notes.map(({ id, created_at, text }) => `Your note ${id}, ${created_at.slice(0, 10)}: ${text}`).join("\n");
}

function write(file: string, note: Note): void {
  replaceFile(file, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600, folderMode: 0o700 });
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
