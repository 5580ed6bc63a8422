import { existsSync } from "node:fs";
import path from "node:path";
import { restoreBackup } from "@/db/backup/restore-backup";
import { dedicatedConnection } from "@/db/client";
import { openDatabase } from "@/lib/cli/import/open-database";

process.exitCode = await main(process.argv.slice(2));

/** Fills an empty database from a backup. Exit code 0, or 1 with the reason and nothing stored; 2: wrong usage. */
async function main([name, ...more]: string[]): Promise<number> {
  if (name === undefined || name.startsWith("-") || more.length > 0) {
    process.stderr.write(
      "Usage: npm run restore -- FILE\nFills an empty database from a file that `npm run backup` wrote.\n",
    );
    return 2;
  }
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (!existsSync(file)) {
    process.stderr.write(`There is no file ${file}.\n`);
    return 2;
  }
  const { close } = await openDatabase();
  const sql = dedicatedConnection();
  try {
    const { created_at, rows } = await restoreBackup(sql, file, (table) => process.stderr.write(`  ${table}\n`));
    const sum = Object.values(rows).reduce((all, count) => all + count, 0);
    process.stdout.write(
      `${sum} rows of ${created_at} are restored. Start Cairn with the CAIRN_SECRET of that time; \`npm run verify-log\` checks the log.\n`,
    );
    return 0;
  } catch (error) {
    process.stderr.write(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await sql.end({ timeout: 5 });
    await close();
  }
}
