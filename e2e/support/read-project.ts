import path from "node:path";
import { makeProject } from "@/e2e/support/made-project";
import { readProject } from "@/lib/command/projects/project";

export type Files = Record<string, string | object>;

/** What is read of these files, as `name version (file)`. `=`: the installed version. */
export function read(files: Files, below = "") {
  const made = makeProject(files);
  try {
    const project = readProject(path.join(made.folder, below));
    const technologies = project.technologies.map(
      ({ technology, version, exact, source }) => `${technology} ${exact ? "=" : ""}${version} (${source})`,
    );
    return { technologies, warnings: project.warnings, folder: path.relative(made.folder, project.folder) };
  } finally {
    made.remove();
  }
}

type Surroundings = { home?: Files; env?: Record<string, string>; all?: boolean; given?: readonly string[] };

/** The names that would be sent of a project with these files, and those that would not. */
export function names(files: Files, { home, env, all, given }: Surroundings = {}) {
  const made = [makeProject(files), makeProject(home ?? {})] as const;
  try {
    const { technologies } = readProject(made[0].folder, {
      home: made[1].folder,
      env: env ?? {},
      all: all ?? false,
      private: given ?? [],
    });
    const named = (isSent: boolean) =>
      technologies
        .filter(({ withheld }) => (withheld === undefined) === isSent)
        .map(({ technology }) => technology)
        .sort();
    return { sent: named(true), kept: named(false) };
  } finally {
    for (const { remove } of made) remove();
  }
}
