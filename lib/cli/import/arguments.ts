import { parseArgs } from "node:util";

export type Arguments =
  | { kind: "help" }
  | { kind: "wrong"; reason: string }
  | { kind: "import"; folders: string[]; acceptHeld: boolean; reviewNotes: boolean; split: boolean };

export const HELP = `Usage: npm run import -- [options] DIR…

Imports every SKILL.md under the folders DIR, at any depth (except node_modules and .git).

A SKILL.md has YAML front matter with name and description, and at most 32,768 bytes of markdown below it. Files
in versions/ beside it, with front matter of the same name, are its older versions, oldest first. A description of more
than 500 characters is shortened.

Front matter keys that are read: name, description, license, compatibility, allowed-tools, questions, and under metadata:
title, author, repository, applicability, questions, references, change_summary, rationale, supporting_basis, review. For
example

  metadata:
    applicability:
      - { technology: next.js, version_scheme: semver, constraint: ">=14 <16" }
    questions:
      - How do I cache a page until its data changes?

applicability says for which versions the text holds (version_scheme: semver with a range, exact with one version, or
unknown); without it search cannot tell whom it fits. questions are up to five that the text answers, of at most 200
characters each: search reads them with the description. allowed-tools is kept as text in the supporting basis; no client
is handed it. Other keys are not imported; a note names them.

The files beside SKILL.md belong to the skill: at most 100 and 1 MiB, each a UTF-8 text of at most 64 KiB, or an image
or PDF of at most 256 KiB. Hidden files, links and others are left out, and a note names them. The rules judge every text.

A folder inside a git checkout also gives the skill its origin: the https address of the remote, without credentials, and
the commit that is checked out. The licence is that of the front matter, else of the nearest LICENSE file. Nothing is
fetched.

Importing again changes nothing; a changed file becomes a new version, which is then selected. The path of its folder
under DIR and its name identify a skill. Each skill is stored whole or not at all, and a refused skill does not stop the
others.

Options
  --accept-held    also accept skills that the safety rules would hold for a maintainer (rejected ones stay refused)
  --split          move the later sections of a SKILL.md that is too long to files in references/, by its headings
  --review-notes   also record the review notes of the files; only for this project's own db/library
  --help           this text

Environment
  DATABASE_URL     the database; default: the embedded Postgres of this clone, running or not

Exit code: 0 all imported or unchanged, 1 a skill was refused or failed, 2 wrong usage or no SKILL.md found.
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
        split: { type: "boolean", default: false },
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
      split: values.split,
    };
  } catch (error) {
    return { kind: "wrong", reason: error instanceof Error ? error.message : String(error) };
  }
}
