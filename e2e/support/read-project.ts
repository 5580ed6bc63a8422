import path from "node:path";
import { makeProject } from "@/e2e/support/made-project";
import { readProject } from "@/lib/command/projects/project";

/** What is read of these files, as `name version (file)`. `=`: the installed version. */
export function read(files: Record<string, string | object>, below = "") {
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
