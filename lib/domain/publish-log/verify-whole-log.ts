import type { Sql } from "@/db/client";
import { exactLog, getLogCheckpoint } from "@/db/queries/publish-log";
import { CHAIN_START, type Verdict, verifyLog } from "@/lib/domain/publish-log/verify";

const BATCH_ROWS = 5_000;

/** Verifies the publish log from its first row to its checkpoint, in batches. */
export async function verifyWholeLog(sql: Sql): Promise<Verdict> {
  // Read first: later publications come after it and do not matter.
  const head = await getLogCheckpoint(sql);
  let end = CHAIN_START;
  for (;;) {
    const rows = await exactLog(sql, { after: end.sequence, limit: BATCH_ROWS });
    const upToHead = rows.filter((row) => BigInt(row.sequence) <= BigInt(head.sequence));
    const verdict = verifyLog(upToHead, end);
    if (!verdict.ok) return verdict;
    end = verdict.end;
    if (upToHead.length < BATCH_ROWS) break;
  }
  if (end.sequence !== head.sequence)
    return { ok: false, sequence: (BigInt(end.sequence) + 1n).toString(), reason: "rows are missing at the end" };
  if (Buffer.compare(end.hash, head.hash) !== 0)
    return { ok: false, sequence: head.sequence, reason: "the checkpoint names another hash" };
  return { ok: true, end };
}
