import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { RecoveryCodeRow } from "@/db/queries/connections";
import { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

/** The parts of a code: what finds its row, what the codes of a connection share, and what is this one's alone. */
type Parts = { code_id: string; shared: string; own: string };

const RECOVERY_CODES = 8;
const ID_BYTES = 6;
const SHARED_BYTES = 12;
const OWN_BYTES = 15;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const CODE = /^rc_([\w-]{8})([\w-]{16})([\w-]{20})$/;
/** 8 MiB and about 20 ms of one core. */
const COST = { N: 8_192, r: 8, p: 1 };
/** Callers that may wait for their turn; together under a second. */
const WAITING_MAX = 32;

/**
 * The recovery codes of a new connection, and what is stored of them. The codes share the part that scrypt reads, so that
 * eight codes cost one derivation; the own part of each, 120 random bits, is hashed under the derived key. Who has seen
 * one code has learnt nothing about the others.
 */
export async function newRecoveryCodes(): Promise<{ codes: string[]; stored: RecoveryCodeRow[] }> {
  const [shared, salt] = [random(SHARED_BYTES), randomBytes(SALT_BYTES)];
  const key = await derive(shared, salt);
  const made = Array.from({ length: RECOVERY_CODES }, () => ({ code_id: random(ID_BYTES), own: random(OWN_BYTES) }));
  return {
    codes: made.map(({ code_id, own }) => `rc_${code_id}${shared}${own}`),
    stored: made.map(({ code_id, own }) => ({ code_id, salt, code_hash: hashed(key, own) })),
  };
}

/** The parts of a code. A text that is none gives those of a random one, so that it costs as much to refuse. */
export function partsOf(code: string): Parts {
  const [, code_id = random(ID_BYTES), shared = random(SHARED_BYTES), own = random(OWN_BYTES)] =
    CODE.exec(code.trim()) ?? [];
  return { code_id, shared, own };
}

/** Whether a code is the stored one. Takes the same time when nothing is stored. */
export async function isStoredCode({ shared, own }: Parts, stored: RecoveryCodeRow | null): Promise<boolean> {
  const given = hashed(await derive(shared, stored?.salt ?? randomBytes(SALT_BYTES)), own);
  return timingSafeEqual(given, stored?.code_hash ?? randomBytes(KEY_BYTES)) && stored !== null;
}

function random(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

function hashed(key: Buffer, own: string): Buffer {
  return createHmac("sha256", key).update(own).digest();
}

/**
 * One derivation at a time in this process, on a thread of its own: many signups at once take at most one core. Throws
 * `unavailable` when too many wait.
 */
async function derive(shared: string, salt: Buffer): Promise<Buffer> {
  const turns = singleton("recovery-derivations", () => ({ waiting: 0, last: Promise.resolve() as Promise<unknown> }));
  if (turns.waiting >= WAITING_MAX)
    throw new Problem("unavailable", { detail: "Too many connections are being created.", retryAfterSeconds: 1 });
  turns.waiting += 1;
  const mine = turns.last.then(() => scrypted(shared, salt));
  turns.last = mine.then(
    () => {},
    () => {},
  );
  try {
    return await mine;
  } finally {
    turns.waiting -= 1;
  }
}

function scrypted(shared: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(shared, salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
