import { existsSync } from "node:fs";
import path from "node:path";
import { dedicatedConnection, type Sql } from "@/db/client";
import { openDatabase } from "@/db/import/open-database";
import { getLogCheckpoint, listLog } from "@/db/queries/publish-log";
import { CHAIN_START, type Verdict, verifyLog } from "@/lib/publish-log/verify";

const BATCH_ROWS = 5_000;

process.exitCode = await main();

/** Checks the whole publish log. Exit code 0 when it is unbroken, 1 when not. */
async function main(): Promise<number> {
  const settings = path.resolve(import.meta.dirname, "../.env");
  if (existsSync(settings)) process.loadEnvFile(settings);
  const { close } = await openDatabase();
  const sql = dedicatedConnection();
  try {
    const verdict = await verifyAll(sql);
    if (verdict.ok)
      process.stdout.write(
        `The publish log is unbroken: ${verdict.end.sequence} entries, last hash ${Buffer.from(verdict.end.hash).toString("hex")}.\n`,
      );
    else process.stdout.write(`The publish log is broken at sequence ${verdict.sequence}: ${verdict.reason}.\n`);
    return verdict.ok ? 0 : 1;
  } finally {
    await sql.end({ timeout: 5 });
    await close();
  }
}

async function verifyAll(sql: Sql): Promise<Verdict> {
  // Read first: what is published meanwhile comes after it and does not matter.
  const head = await getLogCheckpoint(sql);
  let end = CHAIN_START;
  for (;;) {
    const rows = await listLog(sql, { after: end.sequence, limit: BATCH_ROWS });
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
