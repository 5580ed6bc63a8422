import { dedicatedConnection } from "@/db/client";
import { openDatabase } from "@/lib/cli/open-database";
import { verifyWholeLog } from "@/lib/domain/publish-log/publish-log";
import { messageOf } from "@/lib/platform/errors";

process.exitCode = await main();

/** Verifies the whole publish log. Exit code 0 when it is intact, 1 when it is broken or cannot be read. */
async function main(): Promise<number> {
  try {
    return await verify();
  } catch (error) {
    process.stderr.write(`The publish log could not be verified: ${messageOf(error)}\n`);
    return 1;
  }
}

async function verify(): Promise<number> {
  const { close } = await openDatabase("reads");
  const sql = dedicatedConnection();
  try {
    const verdict = await verifyWholeLog(sql);
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
