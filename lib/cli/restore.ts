import { existsSync } from "node:fs";
import { restoreBackup } from "@/db/backup/restore-backup";
import { dedicatedConnection } from "@/db/client";
import { callerPath } from "@/lib/cli/command-line";
import { openDatabase } from "@/lib/cli/open-database";
import { eraseAgain } from "@/lib/domain/moderation/erase";
import { erasureList, readErasures } from "@/lib/domain/threads/erasing";
import { messageOf } from "@/lib/platform/errors";

process.exitCode = await main(process.argv.slice(2));

/** Fills an empty database from a backup. Exit code 0, or 1 with the reason and nothing stored; 2: wrong usage. */
async function main([name, option, listed, ...more]: string[]): Promise<number> {
  const isWrong = option !== undefined && (option !== "--erasures" || listed === undefined);
  if (name === undefined || name.startsWith("-") || isWrong || more.length > 0) {
    process.stderr.write(
      "Usage: npm run restore -- FILE [--erasures LIST]\nFills an empty database from a file that `npm run backup` wrote, and erases again what the list names: by default erasures.jsonl of the data folder.\n",
    );
    return 2;
  }
  const file = callerPath("restore", name);
  if (!existsSync(file)) {
    process.stderr.write(`There is no file ${file}.\n`);
    return 2;
  }
  const list = listed === undefined ? erasureList() : callerPath("restore", listed);
  if (listed !== undefined && !existsSync(list)) {
    process.stderr.write(`There is no file ${list}.\n`);
    return 2;
  }
  const { close } = await openDatabase();
  const sql = dedicatedConnection();
  try {
    const erasures = readErasures(list);
    let erased = 0;
    const { created_at, rows } = await restoreBackup(
      sql,
      file,
      (table) => process.stderr.write(`  ${table}\n`),
      async (tx) => {
        erased = await eraseAgain(tx, erasures);
      },
    );
    const sum = Object.values(rows).reduce((all, count) => all + count, 0);
    process.stdout.write(
      `${sum} rows of ${created_at} are restored. Of the texts in it, ${erased} are on the list of erased ones, and gone. Start Cairn with the CAIRN_SECRET of that time; \`npm run verify-log\` checks the log.\n`,
    );
    return 0;
  } catch (error) {
    process.stderr.write(`Nothing was restored: ${messageOf(error)}\n`);
    return 1;
  } finally {
    await sql.end({ timeout: 5 });
    await close();
  }
}
