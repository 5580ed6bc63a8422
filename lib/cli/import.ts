import { realpathSync } from "node:fs";
import { callerPath, explain, refuse } from "@/lib/cli/command-line";
import { HELP, readArguments } from "@/lib/cli/import/arguments";
import { makeProgress, report } from "@/lib/cli/import/report";
import { isFolder, LIBRARY } from "@/lib/domain/import/find-skills";

const CONNECTIONS = 6;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (options.kind !== "import") return explain("import", HELP, options);
  const folders = options.folders.map((folder) => callerPath("import", folder));
  for (const folder of folders) if (!isFolder(folder)) return refuse("import", `${folder} is not a readable folder.`);
  if (options.reviewNotes && folders.some((folder) => realpathSync(folder) !== realpathSync(LIBRARY))) {
    return refuse(
      "import",
      "--review-notes is only for db/library: a maintainer records the review notes of other skills here.",
    );
  }
  return runImport(folders, options);
}

async function runImport(
  folders: string[],
  options: { acceptHeld: boolean; reviewNotes: boolean; split: boolean },
): Promise<number> {
  const begun = performance.now();
  // Loaded late: help and usage errors need none of the import's modules.
  const [{ dedicatedConnection }, { importFolders }, { openDatabase }] = await Promise.all([
    import("@/db/client"),
    import("@/lib/domain/import/import-folders"),
    import("@/lib/cli/import/open-database"),
  ]);
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => interrupted.abort(new Error("interrupted")));
  let close = async () => {};
  try {
    ({ close } = await openDatabase());
    const sql = dedicatedConnection({ max: CONNECTIONS });
    const progress = makeProgress(process.stderr);
    const summary = await importFolders(sql, folders, {
      ...options,
      signal: interrupted.signal,
      onProgress: progress.show,
    }).finally(() => sql.end({ timeout: 5 }));
    progress.clear();
    if (summary.found === 0 && summary.refusals.length === 0)
      return refuse("import", `There is no SKILL.md under ${folders.join(" or ")}.`);
    process.stdout.write(report(summary, (performance.now() - begun) / 1000));
    return summary.refusals.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(
      `The import stopped: ${error instanceof Error ? error.message : String(error)}\nStored skills stay; run it again to continue.\n`,
    );
    return 1;
  } finally {
    await close();
  }
}
