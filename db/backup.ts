import { existsSync } from "node:fs";
import path from "node:path";
import { writeBackup } from "@/db/backup/write-backup";
import { dedicatedConnection } from "@/db/client";
import { openDatabase } from "@/db/import/open-database";

process.exitCode = await main(process.argv.slice(2));

/** Writes a backup of the database to a file that does not exist yet. Exit code 0, or 1 with the reason; 2: wrong usage. */
async function main([name, ...more]: string[]): Promise<number> {
  if (name === undefined || name.startsWith("-") || more.length > 0) {
    process.stderr.write(
      "Usage: npm run backup -- FILE\nWrites everything the database holds to FILE, while Cairn runs or not.\n",
    );
    return 2;
  }
  // `npm run` starts us in the project; people name files from where they are.
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (existsSync(file)) {
    process.stderr.write(`${file} exists already. Name a new file.\n`);
    return 2;
  }
  const { close } = await openDatabase();
  const sql = dedicatedConnection();
  try {
    const counts = await writeBackup(sql, file, (table) => process.stderr.write(`  ${table}\n`));
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${rows} rows of ${Object.keys(counts).length} tables are in ${file}.\nKeep it as you keep the database: it holds what was hidden too. CAIRN_SECRET is not in it.\n`,
    );
    return 0;
  } catch (error) {
    process.stderr.write(`No backup was written: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await sql.end({ timeout: 5 });
    await close();
  }
}
