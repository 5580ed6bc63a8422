import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { birthOf, isAlive } from "@/lib/start/children";
import { readRecord, writeWhole } from "@/lib/start/files";

const Holder = z.object({
  pid: z.int(),
  birth: z.string(),
  state: z.enum(["starting", "running", "stopping"]),
  url: z.string().nullable(),
});
export type Holder = z.infer<typeof Holder>;

export type Lock = { tell(news: Pick<Holder, "state" | "url">): void; release(): void };

/** Another process holds the lock: `holder`. */
export class LockHeld extends Error {
  constructor(readonly holder: Holder) {
    super(`Process ${holder.pid} holds the lock.`);
  }
}

/**
 * Takes a lock file for this process, also from a holder that has exited. While the holder is in one of the states
 * `waitFor` it waits, up to `waitMs`; otherwise it throws `LockHeld`.
 */
export async function takeLock(file: string, options: { waitFor: Holder["state"][]; waitMs: number }): Promise<Lock> {
  mkdirSync(path.dirname(file), { recursive: true });
  const mine: Holder = { pid: process.pid, birth: birthOf(process.pid), state: "starting", url: null };
  const until = Date.now() + options.waitMs;
  for (;;) {
    const stale = existsSync(file);
    const holder = lockHolder(file);
    if (!holder) {
      // Two starters may find the same stale lock. The later write wins, so each reads the file again.
      if (stale) rmSync(file, { force: true });
      if (create(file, mine)) {
        if (stale) await sleep(150);
        if (isMine(file, mine)) return handle(file, mine);
      }
    } else if (!options.waitFor.includes(holder.state) || Date.now() > until) {
      throw new LockHeld(holder);
    }
    await sleep(50);
  }
}

/** The current holder; null when there is none or it has exited. */
export function lockHolder(file: string): Holder | null {
  const holder = readRecord(file, Holder);
  return holder && isAlive(holder.pid) && birthOf(holder.pid) === holder.birth ? holder : null;
}

function create(file: string, mine: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(mine), { flag: "wx", mode: 0o644 });
    return true;
  } catch {
    return false;
  }
}

function isMine(file: string, mine: Holder): boolean {
  return existsSync(file) && readFileSync(file, "utf8").includes(`"pid":${mine.pid},"birth":"${mine.birth}"`);
}

function handle(file: string, mine: Holder): Lock {
  return {
    tell: (news) => writeWhole(file, JSON.stringify({ ...mine, ...news }), 0o644),
    release: () => {
      if (isMine(file, mine)) rmSync(file, { force: true });
    },
  };
}
