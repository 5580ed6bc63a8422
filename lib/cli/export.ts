import { existsSync, readdirSync } from "node:fs";
import { dedicatedConnection } from "@/db/client";
import { callerPath } from "@/lib/cli/command-line";
import { openDatabase } from "@/lib/cli/open-database";
import { exportSkills } from "@/lib/domain/import/export-skills";
import { messageOf } from "@/lib/platform/errors";

process.exitCode = await main(process.argv.slice(2));

/** Writes the listed skills as folders that `npm run import` reads. Exit code 0, or 1 with the reason; 2: wrong usage. */
async function main([name, ...more]: string[]): Promise<number> {
  if (name === undefined || name.startsWith("-") || more.length > 0) {
    process.stderr.write(
      "Usage: npm run export -- FOLDER\nWrites each listed skill, with its older versions and its files, to a folder that `npm run import` reads. Reads databases made before 0.1.0, too.\n",
    );
    return 2;
  }
  const folder = callerPath("export", name);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    process.stderr.write(`${folder} is not empty. Name a new folder.\n`);
    return 2;
  }
  try {
    const { close } = await openDatabase("exports");
    const sql = dedicatedConnection();
    try {
      const skills = await exportSkills(sql, folder);
      process.stdout.write(
        `${skills} skills are in ${folder}. \`npm run import -- ${folder}\` stores them elsewhere.\n`,
      );
      return 0;
    } finally {
      await sql.end({ timeout: 5 });
      await close();
    }
  } catch (error) {
    process.stderr.write(`The export stopped: ${messageOf(error)}\n`);
    return 1;
  }
}
