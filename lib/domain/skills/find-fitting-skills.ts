import { read } from "@/db/client";
import { type ListedRow, rowsNaming } from "@/db/queries/search-rows";
import type { InputOf } from "@/lib/contract/endpoint";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { type findFittingSkills as contract, FITTING_SKILLS_MAX, type Fitting } from "@/lib/contract/public/skills";
import { NO_PACKAGES, normaliseTechnology, technologyAliases } from "@/lib/contract/technology-aliases";
import type { Context } from "@/lib/domain/context";
import { presentSummaries } from "@/lib/domain/skills/list-skills";
import { type KnownTechnologies, knownTechnologies, newerTechnologies } from "@/lib/search/asked/known-technologies";
import { type Asked, readAsked } from "@/lib/search/asked/read-asked";
import type { DirectoryHit } from "@/lib/search/directory";
import type { CallerEntry } from "@/lib/search/rank/applicability";
import { type FittingVersion, fittingVersions } from "@/lib/search/rank/choose-version";
import { technologiesCounted } from "@/lib/search/rank/match-quality";

type Technology = InputOf<typeof contract>["technologies"][number];
type Named = Technology & { name: string; entries: CallerEntry[]; known: boolean };

/**
 * For each technology of a project the skills that fit it. A version that excludes another technology of the project does
 * not fit; entries of the same technology are separate questions. One that is for a package which the project does not
 * have comes last, and says so. Stores nothing.
 */
export async function findFittingSkills(
  _ctx: Context,
  { technologies }: InputOf<typeof contract>,
): Promise<{ data: Fitting[] }> {
  const named = await readTechnologies(technologies);
  const names = [...new Set(named.map(({ name }) => name))];
  const rows = await read((sql) => rowsNaming(sql, names));
  const counted = technologiesCounted(names);
  const found = named.map((one) => fittingOf(one, named, rows, counted));
  // In one statement for all technologies.
  const summaries = await presentSummaries(found.flatMap(({ fits }) => fits));
  return {
    data: found.map(({ fits, other_versions, ...one }) => ({
      ...one,
      fits: fits.flatMap(({ also_needs }) => summaries.splice(0, 1).map((each) => ({ ...each, also_needs }))),
      other_versions,
    })),
  };
}

/** A name is unknown only if the newest state of the library does not know it either. */
async function readTechnologies(technologies: readonly Technology[]): Promise<Named[]> {
  const readWith = (known: KnownTechnologies) => technologies.map((one) => readTechnology(one, known));
  const named = readWith(await knownTechnologies());
  if (named.every(({ known }) => known)) return named;
  const newer = await newerTechnologies();
  return newer === null ? named : readWith(newer);
}

function readTechnology(one: Technology, known: KnownTechnologies): Named {
  const { entries, names, warnings }: Asked = readAsked({ ...one, infer: false }, known);
  const isUnknown = warnings.some(({ code }) => code === "unknown_technology");
  return { ...one, name: names[0] ?? normaliseTechnology(one.technology), entries, known: !isUnknown };
}

function fittingOf(asked: Named, named: readonly Named[], rows: readonly ListedRow[], counted: ReadonlySet<string>) {
  const naming = rows.filter(({ technologies }) => technologies.includes(asked.name));
  const beside = new Set(naming.flatMap(({ technologies }) => technologies));
  const others = named.filter(({ name }) => name !== asked.name && beside.has(name)).flatMap(({ entries }) => entries);
  const versions = fittingVersions(naming, [...asked.entries, ...others], "");
  const fitting = versions.flatMap((version) => fitOf(version, asked.name, counted) ?? []).sort(bestFirst);
  return {
    technology: asked.technology,
    version: asked.version ?? null,
    known: asked.known,
    fits: fitting.slice(0, FITTING_SKILLS_MAX),
    other_versions: versions.length - fitting.length,
  };
}

type Fit = DirectoryHit & { also_needs: string[] };

/** Null if something excludes the version, or if its own constraint of this technology does not cover what was named. */
function fitOf({ row, judgement }: FittingVersion, name: string, counted: ReadonlySet<string>): Fit | null {
  const { verdict, entries } = judgement;
  if (verdict === "incompatible") return null;
  const covers = entries.some(
    (entry) =>
      normaliseTechnology(entry.technology) === name &&
      (entry.verdict === "compatible" || entry.verdict === "version_not_given"),
  );
  return covers ? { row, verdict, match: null, also_needs: alsoNeeded(row, counted) } : null;
}

function bestFirst({ row: a, also_needs: lacking }: Fit, { row: b, also_needs: other }: Fit): number {
  return (
    Number(lacking.length > 0) - Number(other.length > 0) ||
    Number(b.review_note !== null) - Number(a.review_note !== null) ||
    (b.outcomes_score ?? -1) - (a.outcomes_score ?? -1) ||
    b.updated_at.getTime() - a.updated_at.getTime()
  );
}

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
function alsoNeeded(
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
