import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { write } from "@/db/client";
import { endLease, holdLease } from "@/db/queries/leases";

/** The work of the one process that writes the search index. */
export const INDEX_LEASE = "search index";

/** A lease of work that one process at a time does. */
export type Lease = {
  name: string;
  /** Names this holder; no two leases have the same. */
  holder: string;
  /** Takes or renews it; false when another holds it. It is then renewed until `release`. Throws when the database is away. */
  take(): Promise<boolean>;
  /** Whether it surely lasts at this moment, without asking the database. */
  isHeld(): boolean;
  /** Gives it up at once, so that another can take it. Never throws: a lease that cannot be given up expires. */
  release(): Promise<void>;
};

type Durations = { leaseMs: number; renewMs: number };

/** After a holder was killed, this long nobody does its work. */
const LEASE_MS = 5_000;
/** Three renewals may fail before the lease ends. */
const RENEW_MS = 1_250;

/**
 * A lease in the table `leases`. It needs no session of the database, so a pooler may stand between. A process that was
 * stopped for longer than the lease may find that another holds it: ask `isHeld` before each step, and let every step bear
 * to be done by two.
 */
export function makeLease(name: string, durations: Partial<Durations> = {}): Lease {
  const { leaseMs, renewMs } = { leaseMs: LEASE_MS, renewMs: RENEW_MS, ...durations };
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  /** By the clock of this process, counted from before the database was asked, so that it ends here first. */
  let until = 0;
  let renewal: { abort: AbortController; done: Promise<void> } | null = null;

  async function hold(): Promise<boolean> {
    const began = Date.now();
    const held = await write((sql) => holdLease(sql, name, holder, leaseMs));
    until = held ? began + leaseMs : 0;
    return held;
  }

  async function renew(signal: AbortSignal): Promise<void> {
    while (await sleep(renewMs, true, { signal }).catch(() => false)) {
      // While the database is away it is tried again: the row may still be ours when it is back.
      if (!(await hold().catch(() => true))) break;
    }
    renewal = null;
  }

  return {
    name,
    holder,
    async take() {
      const held = await hold();
      if (held && !renewal) {
        const abort = new AbortController();
        renewal = { abort, done: renew(abort.signal) };
      }
      return held;
    },
    isHeld: () => Date.now() < until,
    async release() {
      renewal?.abort.abort();
      // A renewal under way would take the lease again after it was given up.
      await renewal?.done;
      if (until === 0) return;
      until = 0;
      await write((sql) => endLease(sql, name, holder)).catch(() => {});
    },
  };
}
