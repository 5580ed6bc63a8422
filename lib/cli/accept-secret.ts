import { dedicatedConnection } from "@/db/client";
import { acceptSecret, ENDS } from "@/db/start";
import { openDatabase } from "@/lib/cli/open-database";
import { forgetEnv } from "@/lib/platform/env";
import { openPlace, secretFile } from "@/lib/start/instance-layout";

process.exitCode = await main(process.argv.slice(2));

/** Makes the current CAIRN_SECRET the one of the database. Exit code 0, or 1 with the reason; 2: not confirmed. */
async function main(words: string[]): Promise<number> {
  if (words.join(" ") !== "--yes") {
    process.stderr.write(
      `Usage: npm run accept-secret -- --yes\nBinds the database to the current CAIRN_SECRET. Stop every instance first. This invalidates:\n${ENDS.map((line) => `  - ${line}`).join("\n")}\nNothing was changed.\n`,
    );
    return 2;
  }
  const { close } = await openDatabase();
  process.env.CAIRN_SECRET ||= secretFile(openPlace(), "secret");
  forgetEnv();
  const sql = dedicatedConnection();
  try {
    const changed = await acceptSecret(sql);
    process.stdout.write(
      changed
        ? `The database now goes with this CAIRN_SECRET. Invalidated:\n${ENDS.map((line) => `  - ${line}`).join("\n")}\n`
        : "The database already goes with this CAIRN_SECRET: nothing was changed.\n",
    );
    return 0;
  } finally {
    await sql.end({ timeout: 5 });
    await close();
  }
}
