import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

/** The rows of a file of samples, each a line of JSON. Whoever uses them tests what they hold. */
export function rowsOf<T>(file: string): T[] {
  return readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * Configurations as users of each agent have them, by the file below the home folder: with comments, unknown members, other
 * servers and secrets. `edit` is a change that a user or the agent itself makes later, elsewhere in the file.
 */
export const sampleConfigurations = rowsOf<{ agent: string; file: string; text: string; edit: [string, string] }>(
  "agent-configurations.jsonl",
).map((row) => ({ ...row, edit: (text: string) => text.replace(row.edit[0], () => row.edit[1]) }));

/**
 * Ways to name a technology and a version: what the skills of a small library state, what is understood and the names and
 * constraints that versions are judged with, and what is not understood, with the code of its warning and the suggestions.
 */
export const { STATED, UNDERSTOOD, WARNED } = spellings();

type Spelling<Name> = [technology: Name, version: string | undefined, told: string];

function spellings() {
  const rows = rowsOf<{ stated?: ApplicabilityEntry; understood?: Spelling<string>; warned?: Spelling<string> }>(
    "spellings.jsonl",
  );
  // JSON has null for what is not given.
  const given = <Name>(row: Spelling<Name> | undefined) =>
    row ? [row.map((part) => part ?? undefined) as Spelling<Name>] : [];
  return {
    STATED: rows.flatMap(({ stated }) => stated ?? []),
    UNDERSTOOD: rows.flatMap(({ understood }) => given(understood)),
    WARNED: rows.flatMap(({ warned }) => given<string | undefined>(warned)),
  };
}

/** What the files of a project say before and after a dependency was upgraded, and what is expected of them. */
export type LockProject = {
  project: string;
  /** The tool that made the lock files. */
  tool: string;
  /** The folder in which the command runs. */
  below?: string;
  /** From there. */
  lock: string;
  /** The technology that is upgraded, its locked versions, and a range around each. */
  upgraded: Record<"technology" | "from" | "to" | "old" | "young", string>;
  /** The other technologies that are sent, with their versions. */
  others?: Record<string, string>;
  /** Names that never leave. */
  kept?: string[];
  before: Record<string, string>;
  after: Record<string, string>;
};

/** Two projects each of six ecosystems, with lock files as record-locks.ts had them made. */
export const lockProjects = rowsOf<LockProject>("lock-projects.jsonl");
