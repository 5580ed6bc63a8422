import path from "node:path";
import type { SkillVersionRef } from "@/.cairn/build/interface";
import { EXIT, type Io, usage } from "@/lib/command/io";

import { keep, kept, keptIn, placeOf } from "@/lib/command/talk/kept";
import type { Answered } from "@/lib/command/talk/print";

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
