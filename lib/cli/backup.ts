import { existsSync } from "node:fs";
import path from "node:path";
import { writeBackup } from "@/db/backup/write-backup";
import { callerPath } from "@/lib/cli/command-line";
import { openDatabase } from "@/lib/cli/open-database";
import { messageOf } from "@/lib/platform/errors";

process.exitCode = await main(process.argv.slice(2));

/** Writes a backup of the database to a new file. Exit code 0, or 1 with the reason; 2: wrong usage. */
async function main([name, ...more]: string[]): Promise<number> {
  if (name === undefined || name.startsWith("-") || more.length > 0) {
    process.stderr.write(
      "Usage: npm run backup -- FILE\nWrites the whole database to FILE, whether Cairn runs or not.\n",
    );
    return 2;
  }
  const file = callerPath("backup", name);
  if (existsSync(file)) {
    process.stderr.write(`${file} already exists. Name a new file.\n`);
    return 2;
  }
  const stop = stopSignals();
  try {
    const { close } = await openDatabase("reads");
    try {
      const onTable = (table: string) => process.stderr.write(`  ${table}\n`);
      const counts = await writeBackup(file, { onTable, signal: stop });
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      process.stdout.write(
        `${rows} rows of ${Object.keys(counts).length} tables are in ${file}.\nProtect it like the database: it includes hidden content. CAIRN_SECRET is not in it.\n`,
      );
      return 0;
    } finally {
      await close();
    }
  } catch (error) {
    process.stderr.write(`No backup was written: ${reasonOf(error, file)}\n`);
    return 1;
  }
}

/** Aborted when the process receives a signal to stop. */
function stopSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => stop.abort(new Error(`it was stopped by ${signal}.`)));
  return stop.signal;
}

function reasonOf(error: unknown, file: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") return `${path.dirname(file)} has no room for it.`;
  return messageOf(error);
}
