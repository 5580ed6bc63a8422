import semver from "semver";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { Verdict } from "@/lib/contract/search-answer";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { comparable, comparableVersion } from "@/lib/contract/versions";
import { readConstraint } from "@/lib/search/query/version-spellings";

/**
 * What a caller says about its technology. `no_version` marks a technology named without a version, `implied` one that
 * follows from another entry: it can make a version unfit, but not fit.
 */
export type CallerEntry = ApplicabilityEntry & { no_version?: true; implied?: true };

export type JudgedEntry = ApplicabilityEntry & {
  verdict: Verdict;
  /** The caller's entry that decided; null when the caller does not name the technology. */
  matched: CallerEntry | null;
  /** One human-readable sentence. */
  reason: string;
};

export type Judgement = { verdict: Verdict; entries: JudgedEntry[] };

type Decision = { verdict: Exclude<Verdict, "unconstrained">; reason: string };

const WITH_PRERELEASES = { includePrerelease: true } as const;

/**
 * Whether a skill version fits a caller. Entries of one technology are alternatives, on both sides; a technology that
 * only one side names decides nothing. Any technology incompatible → incompatible; else any compatible → compatible;
 * else any without a version → version_not_given; else any unknown → unknown; else unconstrained. Pure; never throws,
 * whatever the constraints.
 */
export function judgeApplicability(caller: readonly CallerEntry[], skill: readonly ApplicabilityEntry[]): Judgement {
  const judged = skill.map((entry) => judgeEntry(caller, entry));
  const entries = caller.some(({ implied }) => implied) ? withoutImplied(judged) : judged;
  const byTechnology = new Map<string, Verdict>();
  for (const entry of entries) {
    const name = normaliseTechnology(entry.technology);
    byTechnology.set(name, better(byTechnology.get(name) ?? "unconstrained", entry.verdict));
  }
  const verdicts = [...byTechnology.values()];
  const verdict =
    (["incompatible", "compatible", "version_not_given", "unknown"] as const).find((one) => verdicts.includes(one)) ??
    "unconstrained";
  return { verdict, entries };
}

/**
 * An entry for a technology named in free form: the version or range as `readConstraint` reads it, `unknown` if it is
 * neither; marked when no version is given.
 */
export function guessEntry(technology: string, version?: string): CallerEntry {
  const constraint = version?.trim() ?? "";
  if (constraint === "") return { technology, version_scheme: "semver", constraint: "*", no_version: true };
  return {
    technology,
    ...(readConstraint(constraint, normaliseTechnology(technology)) ?? { version_scheme: "unknown", constraint }),
  };
}

/** Whether a constraint is valid in its scheme. An invalid one counts as `unknown`. */
export function constraintParses(entry: ApplicabilityEntry): boolean {
  return entry.version_scheme !== "semver" || rangeOf(comparable(entry.constraint, "")) !== null;
}

function judgeEntry(caller: readonly CallerEntry[], skill: ApplicabilityEntry): JudgedEntry {
  const name = normaliseTechnology(skill.technology);
  let best: { decision: Decision; matched: CallerEntry } | null = null;
  for (const matched of caller) {
    if (normaliseTechnology(matched.technology) !== name) continue;
    const decision = decide(matched, skill, name);
    if (best === null || better(best.decision.verdict, decision.verdict) !== best.decision.verdict)
      best = { decision, matched };
  }
  return best === null ? notNamed(skill) : { ...skill, ...best.decision, matched: best.matched };
}

function notNamed({ technology, version_scheme, constraint }: ApplicabilityEntry): JudgedEntry {
  return {
    ...{ technology, version_scheme, constraint },
    verdict: "unconstrained",
    matched: null,
    reason: `You named no version of ${technology}.`,
  };
}

/** An implied version counts where it fits no entry of its technology. */
function withoutImplied(entries: JudgedEntry[]): JudgedEntry[] {
  const isUnfit = (technology: string) =>
    entries.every((one) => one.verdict === "incompatible" || normaliseTechnology(one.technology) !== technology);
  return entries.map((entry) => {
    if (!entry.matched?.implied) return entry;
    if (!isUnfit(normaliseTechnology(entry.technology))) return notNamed(entry);
    const { technology, constraint } = entry.matched;
    return { ...entry, reason: `What you named runs only with ${technology} ${constraint}, not ${entry.constraint}.` };
  });
}

function decide(caller: CallerEntry, skill: ApplicabilityEntry, technology: string): Decision {
  if (caller.no_version)
    return { verdict: "version_not_given", reason: `You named no version of ${skill.technology}.` };
  const [callerScheme, skillScheme] = [schemeOf(caller), schemeOf(skill)];
  const [asked, needed] = [caller.constraint.trim(), skill.constraint.trim()];
  const same = asked.toLowerCase() === needed.toLowerCase();
  if (callerScheme === "unknown" || skillScheme === "unknown") {
    if (same) return { verdict: "compatible", reason: `Both say ${needed}.` };
    return { verdict: "unknown", reason: `${asked} and ${needed} cannot be compared.` };
  }
  if (callerScheme === "exact" && skillScheme === "exact") {
    if (same) return { verdict: "compatible", reason: `Both say ${needed}.` };
    if (comparableVersion(asked, technology) === comparableVersion(needed, technology))
      return { verdict: "compatible", reason: `${asked} and ${needed} are the same version.` };
    return { verdict: "incompatible", reason: `The skill is for exactly ${needed}, you have ${asked}.` };
  }
  if (callerScheme === "semver" && skillScheme === "semver") {
    if (semver.intersects(comparable(asked, technology), comparable(needed, technology), WITH_PRERELEASES))
      return { verdict: "compatible", reason: `${asked} and ${needed} have versions in common.` };
    return { verdict: "incompatible", reason: `${asked} and ${needed} have no version in common.` };
  }
  const [exact, range] = callerScheme === "exact" ? [asked, needed] : [needed, asked];
  const version = semver.valid(comparableVersion(exact, technology));
  if (version === null)
    return { verdict: "unknown", reason: `${exact} is not a semantic version, so ${range} cannot be checked.` };
  if (semver.satisfies(version, comparable(range, technology), WITH_PRERELEASES))
    return { verdict: "compatible", reason: `${exact} lies inside ${range}.` };
  return { verdict: "incompatible", reason: `${exact} lies outside ${range}.` };
}

function schemeOf(entry: ApplicabilityEntry): ApplicabilityEntry["version_scheme"] {
  return constraintParses(entry) ? entry.version_scheme : "unknown";
}

function rangeOf(constraint: string): string | null {
  const trimmed = constraint.trim();
  return trimmed === "" ? null : semver.validRange(trimmed, WITH_PRERELEASES);
}

/** The alternative that is better for the caller. */
function better(a: Verdict, b: Verdict): Verdict {
  const order: readonly Verdict[] = ["unconstrained", "incompatible", "unknown", "version_not_given", "compatible"];
  return order.indexOf(b) > order.indexOf(a) ? b : a;
}
