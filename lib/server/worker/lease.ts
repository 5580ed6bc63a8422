import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { write } from "@/db/client";
import { endLease, holdLease } from "@/db/queries/worker";

/** The lease of the process that writes the search index. */
export const INDEX_LEASE = "search index";

/** A lease on work that only one process does at a time. */
export type Lease = {
  name: string;
  /** Identifies this holder; unique per lease. */
  holder: string;
  /**
   * Takes or renews the lease; false when another holder has it. It is then renewed until `release`. Throws when the
   * database is unavailable.
   */
  take(): Promise<boolean>;
  /** Whether the lease is certainly held right now, without querying the database. */
  isHeld(): boolean;
  /**
   * Releases it at once, so that another process can take it. Never throws: a lease that cannot be released expires.
   */
  release(): Promise<void>;
};

type Durations = { leaseMs: number; renewMs: number };

/** After a holder is killed, its work pauses for this long. */
const LEASE_MS = 5_000;
/** Three renewals may fail before the lease ends. */
const RENEW_MS = 1_250;

/**
 * A lease in the table `leases`. It needs no database session, so it works through a pooler. A process suspended for
 * longer than the lease may find that another holds it: check `isHeld` before each step, and make every step safe to
 * run twice.
 */
export function makeLease(name: string, durations: Partial<Durations> = {}): Lease {
  const { leaseMs, renewMs } = { leaseMs: LEASE_MS, renewMs: RENEW_MS, ...durations };
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  /** Measured by this process's clock from before the query, so that the lease ends here first. */
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
      // Renewal is retried while the database is unavailable: the row may still be ours afterwards.
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
      // A pending renewal would take the lease again after its release.
      await renewal?.done;
      if (until === 0) return;
      until = 0;
      await write((sql) => endLease(sql, name, holder)).catch(() => {});
    },
  };
}
