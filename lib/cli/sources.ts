import { realpathSync } from "node:fs";
import { callerPath, explain, refuse } from "@/lib/cli/command-line";
import { type Arguments, HELP, readArguments } from "@/lib/cli/sources/arguments";
import { isFolder } from "@/lib/domain/import/find-skills";
import { messageOf, Problem } from "@/lib/platform/errors";

type Command = Exclude<Arguments, { kind: "help" | "wrong" }>;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (options.kind === "help" || options.kind === "wrong") return explain("sources", HELP, options);
  if (options.kind === "add-folder" && !isFolder(callerPath("sources", options.folder)))
    return refuse("sources", `${callerPath("sources", options.folder)} is not a readable folder.`);
  // Loaded late: help and usage errors need none of this.
  const [{ openDatabase }, { closeDatabase }] = await Promise.all([
    import("@/lib/cli/open-database"),
    import("@/db/client"),
  ]);
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => interrupted.abort(new Error("interrupted; run it again to go on")));
  let close = async () => {};
  try {
    ({ close } = await openDatabase());
    return await obey(options, interrupted.signal);
  } catch (error) {
    if (error instanceof Problem) return refuse("sources", error.message);
    process.stderr.write(`It stopped: ${messageOf(error)}\n`);
    return 1;
  } finally {
    await closeDatabase();
    await close();
  }
}

async function obey(options: Command, signal: AbortSignal): Promise<number> {
  const { addFolder, addOne, addRecommended, listAll, listStale, removeOne, runOne } = await import(
    "@/lib/cli/sources/commands"
  );
  switch (options.kind) {
    case "add":
      return addOne(options, signal);
    case "add-folder":
      return addFolder({ ...options, folder: realpathSync(callerPath("sources", options.folder)) }, signal);
    case "add-recommended":
      return addRecommended(signal);
    case "list":
      return listAll();
    case "freshness":
      return listStale();
    case "run":
      return runOne(options.source_id, signal);
    default:
      return removeOne(options, signal);
  }
}
