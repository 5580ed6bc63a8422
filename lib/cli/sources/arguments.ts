import { parseArgs } from "node:util";
import { messageOf } from "@/lib/platform/errors";

export type Arguments =
  | { kind: "help" }
  | { kind: "wrong"; reason: string }
  | { kind: "add"; address: string; range: string | undefined; minors: number | undefined }
  | { kind: "add-folder"; folder: string; name: string | undefined }
  | { kind: "add-recommended" }
  | { kind: "list" }
  | { kind: "freshness" }
  | { kind: "run"; source_id: string }
  | { kind: "remove"; source_id: string; keep: boolean };

export const HELP = `Usage: npm run sources -- COMMAND

What the library follows: npm packages that carry skills (skills/**/SKILL.md), git repositories, and folders of this
machine. Each text becomes a version with the files beside it, judged like any other; one of a package holds for the
releases that have it. A running Cairn reads each source every six hours.

Commands
  add npm:NAME [--range RANGE] [--minors N]   follow a package: the releases in RANGE, else of the newest N minor
                                              versions (5); waits until the first run has ended
  add https://HOST/PATH[#REF[:FOLDER]]        follow a public git repository
  add ./FOLDER [--name NAME]                  follow a folder of this machine (or folder:/PATH), read as an import
                                              reads it; only its name is shown, never where it lies
  add-recommended                             follow the packages of the recommended list; run it again to go on
  list                                        all sources and their last runs
  freshness                                   skills that were checked against an older release than the newest
  run ID                                      read a source again now
  remove ID [--keep]                          stop following it, and withdraw its skills or keep them

Environment
  DATABASE_URL     the database; default: the embedded Postgres of this clone, running or not
  SOURCE_HOSTS     hosts in private networks that git may read from, as HOST or HOST:PORT with commas between
  NPM_REGISTRY     the registry; default: the one that npm is configured with

Exit code: 0 done, 1 a run failed, 2 wrong usage.
`;

/** Parses the command line. */
export function readArguments(words: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        keep: { type: "boolean", default: false },
        name: { type: "string" },
        range: { type: "string" },
        minors: { type: "string" },
      },
    });
    const [command, named, ...more] = positionals;
    if (values.help || command === undefined) return { kind: "help" };
    if (more.length > 0) return { kind: "wrong", reason: `${more[0]} is one word too many.` };
    if (command === "list" || command === "freshness" || command === "add-recommended") return { kind: command };
    if (named === undefined) return { kind: "wrong", reason: `${command} needs a name.` };
    const folder = /^(?:folder:(.+)|([./].*))$/s.exec(named);
    if (command === "add" && folder) {
      if (values.range !== undefined || values.minors !== undefined)
        return { kind: "wrong", reason: "--range and --minors are for packages." };
      return { kind: "add-folder", folder: folder[1] ?? named, name: values.name };
    }
    if (values.name !== undefined) return { kind: "wrong", reason: "--name is for folders." };
    if (command === "add") {
      const minors = values.minors === undefined ? undefined : Number(values.minors);
      if (minors !== undefined && !(Number.isInteger(minors) && minors >= 1 && minors <= 40))
        return { kind: "wrong", reason: "--minors must be a whole number from 1 to 40." };
      return { kind: "add", address: named, range: values.range, minors };
    }
    if (command === "run") return { kind: "run", source_id: named };
    if (command === "remove") return { kind: "remove", source_id: named, keep: values.keep };
    return { kind: "wrong", reason: `There is no command ${command}.` };
  } catch (error) {
    return { kind: "wrong", reason: messageOf(error) };
  }
}
