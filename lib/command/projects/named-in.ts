import type { Io } from "@/lib/command/io";
import { readProject } from "@/lib/command/projects/project";
import { type Technology, technologyOf } from "@/lib/command/projects/technology";
import { style } from "@/lib/command/style";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";

/** What the help says of `--for`. */
export const FOR = "such as next.js@16.4.6 (default: what this project uses, if the words name it)";
const NAME_WORDS_MAX = 3;

/**
 * The technology of the project that the words name; of several the one with the longest name. One that is named with a
 * version of its own is left out: the words ask for that version. So is one that may be private.
 */
export function technologyIn(q: string, technologies: readonly Technology[]): Technology | undefined {
  const words = q
    .toLowerCase()
    .split(/[\s,;:!?()"']+/)
    .map((word) => word.replace(/\.$/, ""));
  const names = new Set<string>();
  for (let length = 1; length <= NAME_WORDS_MAX; length += 1)
    for (let at = 0; at + length <= words.length; at += 1)
      if (!/^v?\d/.test(words[at + length] ?? ""))
        names.add(normaliseTechnology(words.slice(at, at + length).join(" ")));
  const found = technologies.filter(({ technology, withheld }) => names.has(technology) && withheld === undefined);
  return found.sort((a, b) => b.technology.length - a.technology.length)[0];
}

/**
 * What to send as `technology` and `version`: what `--for` says, else what the project uses of the technology that the
 * words name. Says on stderr what is taken from the project.
 */
export function technologyFor(io: Io, q: string, given: string | undefined): { technology?: string; version?: string } {
  if (given !== undefined) return technologyOf(given);
  const used = technologyIn(q, readProject(io.cwd, { home: io.home, env: io.env }).technologies);
  if (!used?.version) return {};
  const { technology, version, source } = used;
  io.note(style.dim(`Sent with it: ${technology} ${version}, from ${source}. --for names another.`));
  return { technology, version };
}
