import { NO_PACKAGES } from "@/lib/contract/no-packages";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { normaliseTechnology, technologyAliases } from "@/lib/contract/technology-aliases";

/** What a project has without naming it as a dependency, besides what no package is. */
const UNNAMED = new Set([
  "node.js",
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "deno",
  "pip",
  "uv",
  "cargo",
  "json-schema",
  "json schema",
]);
/** Names with a blank that a package has without one. */
const PACKAGES_WITH_BLANKS = new Set(
  [...technologyAliases].filter(([alias]) => !alias.includes(" ")).map(([, name]) => name),
);

/**
 * The packages that a version of a skill is for and that a project does not have, as the version spells them. Runtimes,
 * services and standards are not dependencies, so a project that does not name them may well use them.
 */
export function alsoNeeded(
  { applicability }: { applicability: readonly ApplicabilityEntry[] },
  has: ReadonlySet<string>,
): string[] {
  const lacking = applicability
    .map(({ technology }) => technology)
    .filter((technology) => {
      const name = normaliseTechnology(technology);
      return isPackage(name) && !has.has(name);
    });
  return [...new Set(lacking)];
}

function isPackage(name: string): boolean {
  if (NO_PACKAGES.has(name) || UNNAMED.has(name)) return false;
  return !name.includes(" ") || PACKAGES_WITH_BLANKS.has(name);
}
