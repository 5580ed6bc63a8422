import path from "node:path";

/** A path that the caller named. `npm run` starts in the project folder; names are relative to the caller's folder. */
export function callerPath(script: string, given: string): string {
  const folder = process.env.npm_lifecycle_event === script ? process.env.INIT_CWD : undefined;
  return path.resolve(folder ?? process.cwd(), given);
}

/** Prints why the script does nothing, and returns its exit code. */
export function refuse(script: string, reason: string): number {
  process.stderr.write(`${reason}\nSee npm run ${script} -- --help.\n`);
  return 2;
}

/** Prints a script's help, or the reason why its arguments are wrong, and returns its exit code. */
export function explain(
  script: string,
  help: string,
  options: { kind: "help" } | { kind: "wrong"; reason: string },
): number {
  if (options.kind === "wrong") return refuse(script, options.reason);
  process.stdout.write(help);
  return 0;
}
