import { usage } from "@/lib/command/io";
import type { Project } from "@/lib/command/projects/project";
import { parseRange } from "@/lib/command/projects/ranges";
import { type Technology, technologyOf } from "@/lib/command/projects/technology";
import { versionOf } from "@/lib/command/projects/version-texts";

import { normaliseTechnology } from "@/lib/contract/technology-aliases";

/** The technologies of a project, after those that the user names as `next.js@14.2.3`. Throws a CommandError. */
export function withGiven(project: Project, given: readonly string[]): Technology[] {
  const named = given.map((text): Technology => {
    const { technology = "", version = "" } = technologyOf(text);
    const isBeginning = /^\d+(?:\.\d+)?$/.test(version);
    const exact = isBeginning ? null : versionOf(version);
    if (version !== "" && exact === null && !parseRange(version))
      throw usage(`${version} is neither a version nor a range.`, "Write it as next.js@14.2.3.");
    const known = { technology: normaliseTechnology(technology), exact: exact !== null, source: "--for" };
    return { ...known, version: (exact ?? version) || null };
  });
  const names = new Set(named.map(({ technology }) => technology));
  return [...named, ...project.technologies.filter(({ technology }) => !names.has(technology))];
}
