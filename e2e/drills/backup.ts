import { mkdirSync } from "node:fs";
import path from "node:path";
import { drillBackups } from "@/e2e/support/backup-drill";
import { startEngines, throwAwayFolder } from "@/e2e/support/product";

/** A hundred backups of a database with a 200 MB table, each restored and compared. Exits with 1 if one differs. */
const BACKUPS = 100;
const LARGE_MB = 200;

const folder = throwAwayFolder("backup-drill");
const engines = await startEngines(folder, { meilisearch: false });
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await engines.close();
    process.exit(130);
  });
}
Object.assign(process.env, engines.environment);
try {
  const files = path.join(folder, "files");
  mkdirSync(files);
  const { backups, restored, differences } = await drillBackups({
    backups: Number(process.argv[2] ?? BACKUPS),
    restoreEvery: 1,
    largeMb: LARGE_MB,
    folder: files,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.stdout.write(`${backups} backups, ${restored} restored, ${differences.length} tables differ\n`);
  for (const difference of differences) process.stdout.write(`  ${difference}\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  await engines.close();
}
