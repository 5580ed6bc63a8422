import { realpathSync } from "node:fs";
import { parseArgs } from "node:util";
import { callerPath, explain, refuse } from "@/lib/cli/command-line";
import { isFolder, LIBRARY } from "@/lib/domain/import/find-skills";
import type { ImportSummary } from "@/lib/domain/import/import-folders";
import { messageOf } from "@/lib/platform/errors";

type Arguments =
  | { kind: "help" }
  | { kind: "wrong"; reason: string }
  | { kind: "import"; folders: string[]; acceptHeld: boolean; reviewNotes: boolean; split: boolean };

const HELP = `Usage: npm run import -- [options] DIR…

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

/** Parses the command line. Does not check that the folders exist. */
function readArguments(words: string[]): Arguments {
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
    return { kind: "wrong", reason: messageOf(error) };
  }
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
    import("@/lib/cli/open-database"),
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
    process.stderr.write(`The import stopped: ${messageOf(error)}\nStored skills stay; run it again to continue.\n`);
    return 1;
  } finally {
    await close();
  }
}

/** The readable summary: every refusal with its reason, every note, then one line of totals. */
function report(summary: ImportSummary, seconds: number): string {
  const lines = [
    ...summary.notes.map(({ path, reason }) => `note     ${path}: ${reason}`),
    ...summary.refusals.map(({ path, reason }) => `refused  ${path}: ${reason}`),
    figures(summary, seconds),
  ];
  return `${lines.join("\n")}\n`;
}

function figures(
  { found, imported, newVersions, unchanged, refused, versions }: ImportSummary,
  seconds: number,
): string {
  const parts = [
    `${imported} imported`,
    `${newVersions} with a new version`,
    `${unchanged} unchanged`,
    `${refused} refused`,
  ];
  return `${found} ${found === 1 ? "skill" : "skills"}: ${parts.join(", ")}; ${versions} ${versions === 1 ? "version" : "versions"} stored in ${seconds.toFixed(1)} s.`;
}

/** Shows the progress of a long import: in place on a terminal, else a line every few seconds. */
function makeProgress(out: NodeJS.WriteStream) {
  const interval = out.isTTY ? 100 : 5_000;
  let shown = Date.now();
  return {
    show(done: number, { found, refused }: ImportSummary) {
      if (Date.now() - shown < interval) return;
      shown = Date.now();
      const line = `${done} of ${found} skills${refused > 0 ? `, ${refused} refused` : ""} …`;
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    clear() {
      if (out.isTTY) out.write("\r\u001b[K");
    },
  };
}
