import { parseArgs } from "node:util";

export type Arguments =
  | { kind: "help" }
  | { kind: "wrong"; reason: string }
  | { kind: "import"; folders: string[]; acceptHeld: boolean; reviewNotes: boolean };

export const HELP = `Usage: npm run import -- [options] DIR…

Imports every SKILL.md under the folders DIR, at any depth (node_modules and .git are passed over).

A SKILL.md has YAML front matter with name and description, and at most 32,768 bytes of markdown below it. Files
in versions/ beside it, with front matter of the same name, are its older versions, oldest first. A description of more
than 500 characters is shortened.

Importing again changes nothing; a file that has changed becomes a new version, which is then the selected one. A skill
is known again by its folder's path under DIR together with its name. Each skill is stored whole or not at all, and one
that is refused stops none of the others.

Options
  --accept-held    also take skills that the safety rules would hold for a maintainer (what they reject stays refused)
  --review-notes   also record the review notes of the files; only for this project's own db/library
  --help           this text

Environment
  DATABASE_URL     the database; without it the embedded Postgres of this clone, whether it runs already or not

Exit code: 0 all imported or unchanged, 1 something was refused or failed, 2 wrong usage or no SKILL.md found.
`;

/** Parses the command line. Does not check that the folders exist. */
export function readArguments(words: string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        "accept-held": { type: "boolean", default: false },
        "review-notes": { type: "boolean", default: false },
      },
    });
    if (values.help) return { kind: "help" };
    if (positionals.length === 0) return { kind: "wrong", reason: "Name at least one folder to import from." };
    return {
      kind: "import",
      folders: positionals,
      acceptHeld: values["accept-held"],
      reviewNotes: values["review-notes"],
    };
  } catch (error) {
    return { kind: "wrong", reason: error instanceof Error ? error.message : String(error) };
  }
}
