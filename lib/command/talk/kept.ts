import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { SkillVersionRef } from "@/.cairn/build/interface";
import { replaceFile } from "@/lib/command/file-system";
import { EXIT, type Io, usage } from "@/lib/command/io";
import type { Answered } from "@/lib/command/talk/print";

/** The folder for the service in use: tokens and threads of one service never reach another. */
export function placeOf(io: Io, ...parts: string[]): string {
  return path.join(io.settings, io.base.replace(/[^\w.-]+/g, "_"), ...parts);
}

/** A file that only the user may read, replaced as a whole: a reader never sees half of it. */
export function keep(file: string, value: unknown): void {
  replaceFile(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, folderMode: 0o700 });
}

/** The JSON value in a file; null if the file is missing or is not JSON. */
export async function kept<T>(file: string): Promise<T | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The JSON values in the files of a folder, in the order of their names. */
export async function keptIn<T>(folder: string): Promise<T[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
  const values = await Promise.all(names.map((name) => kept<T>(path.join(folder, name))));
  return values.filter((value) => value !== null) as T[];
}

/** Forgets a file; whether there was one. */
export async function forget(file: string): Promise<boolean> {
  return rm(file).then(
    () => true,
    () => false,
  );
}

/** A thread that was opened from here. */
export type OwnThread = {
  thread_id: string;
  question: string;
  asked_at: string;
  append_key: string;
  append_key_expires_at: string;
  /** The versions that the library offered, in its order. */
  offered: SkillVersionRef[];
};

const fileOf = (io: Io, thread_id: string) => placeOf(io, "threads", `${thread_id}.json`);

type Asked = { thread: NonNullable<Answered["thread"]>; question: string; results: Answered["results"] };

/** Keeps the key of a thread. Where that fails the key is shown: it exists nowhere else. */
export function keepThread(io: Io, { thread, question, results }: Asked): void {
  const { thread_id, append_key, append_key_expires_at } = thread;
  const own: OwnThread = {
    thread_id,
    question,
    asked_at: io.now().toISOString(),
    append_key,
    append_key_expires_at,
    offered: results.map(({ ref }) => ref),
  };
  try {
    keep(fileOf(io, thread_id), own);
  } catch (error) {
    io.exit = EXIT.attention;
    const why = error instanceof Error ? error.message : String(error);
    io.note(`The key of ${thread_id} could not be kept (${why}). Keep it yourself: CAIRN_APPEND_KEY=${append_key}`);
  }
}

export function ownThread(io: Io, thread_id: string): Promise<OwnThread | null> {
  return kept<OwnThread>(fileOf(io, thread_id));
}

/** The newest thread that was asked from here and offered a skill, with the version as `--used` names it; null without one. */
export async function newestOffering(io: Io, skill_id: string): Promise<{ thread_id: string; used: string[] } | null> {
  for (const { thread_id, offered } of await newestFirst(io)) {
    const ref = offered.find((one) => one.skill_id === skill_id);
    if (ref) return { thread_id, used: [`${ref.skill_id}/${ref.version_id}`] };
  }
  return null;
}

async function newestFirst(io: Io): Promise<OwnThread[]> {
  const threads = await keptIn<OwnThread>(path.dirname(fileOf(io, "any")));
  return threads.sort((one, other) => other.asked_at.localeCompare(one.asked_at));
}

/** The id of a thread as the user names it: its id, its address, or `last` for the newest that was asked from here. */
export async function threadNamed(name: string, io: Io): Promise<string> {
  const id = /thr_[\w-]{22}/.exec(name)?.[0];
  if (id) return id;
  if (name !== "last") throw usage(`${name} is not a thread.`, "Name its id (thr_…), its address, or last.");
  const [newest] = await newestFirst(io);
  if (newest) return newest.thread_id;
  throw usage("No question was asked from here yet.", 'Name the thread\'s id (thr_…), or ask first: cairn ask "…".');
}
