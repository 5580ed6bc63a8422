import { read } from "@/db/client";
import { documentsWith } from "@/db/queries/search-documents";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { SearchWarning, ThreadTechnology } from "@/lib/contract/search-answer";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { readWritten } from "@/lib/contract/versions";
import { impliedBy } from "@/lib/search/asked/implied-technologies";
import { type KnownTechnologies, knownTechnologies, newerTechnologies } from "@/lib/search/asked/known-technologies";
import { isPlausible, type Mention, mentionsIn } from "@/lib/search/asked/mentions";
import { splitName, withoutVersion } from "@/lib/search/asked/split-name";
import * as warn from "@/lib/search/asked/warnings";
import { queryWords, withRareWords } from "@/lib/search/query/query-words";
import { otherLanguage } from "@/lib/search/query/question-shape";
import { type ReadConstraint, readConstraint } from "@/lib/search/query/version-spellings";
import { type CallerEntry, guessEntry, judgeApplicability } from "@/lib/search/rank/applicability";
import { currentStatistics } from "@/lib/search/rank/statistics";

/** `readAsked` with the technologies and words of the library. Throws `unavailable` when the database is away. */
export function askedOf(input: Parameters<typeof readAsked>[0]): Promise<Asked> {
  return withLibrary((known) => readAsked(input, known), input.query ?? "");
}

/** `readApplicability` with the technologies and words of the library. Throws `unavailable` when the database is away. */
export function askedIn(applicability: readonly ApplicabilityEntry[], query: string): Promise<Asked> {
  return withLibrary((known) => readApplicability(applicability, query, known), query);
}

/** A name is unknown only if the newest state of the library does not know it either. */
async function withLibrary(readWith: (known: KnownTechnologies) => Asked, query: string): Promise<Asked> {
  const asked = await withUnderstoodWords(readWith(await knownTechnologies()), query);
  if (!asked.warnings.some(({ code }) => code === "unknown_technology")) return asked;
  const newer = await newerTechnologies();
  return newer === null ? asked : withUnderstoodWords(readWith(newer), query);
}

/** Of a question in another language the warning says which words the search uses. */
async function withUnderstoodWords(asked: Asked, query: string): Promise<Asked> {
  const language = otherLanguage(query);
  if (!language) return asked;
  const count = (terms: string[]) => read((sql) => documentsWith(sql, terms));
  const { words, unread } = queryWords(query, await withRareWords(await currentStatistics(), query, count));
  const warning = warn.language(language.name, query, {
    read: words.map(({ word }) => word),
    unread,
  });
  return { ...asked, warnings: asked.warnings.map((one) => (one.code === "language" ? warning : one)) };
}

/** What a caller named beside a question, as the search understands it. */
export type Asked = {
  /** What versions are judged with. An unknown technology stays in it: no skill names it. */
  entries: CallerEntry[];
  warnings: SearchWarning[];
  /** Something that the caller gave was not used: the library then claims no answer. */
  constraintIgnored: boolean;
  /** What the thread of the question keeps. */
  technologies: ThreadTechnology[];
  /** Their normalised names, each once. */
  names: string[];
};

type Named = ThreadTechnology & { name: string };
type Read = { entries: CallerEntry[]; warnings: SearchWarning[]; ignored: boolean };

/**
 * Reads what a caller named as `technology` and `version`, and what the question says where they leave something open.
 * `infer: false` leaves a question alone that is still being typed, unless a version needs its technology. Pure.
 */
export function readAsked(
  asked: { technology?: string | undefined; version?: string | undefined; query?: string | undefined; infer?: boolean },
  known: KnownTechnologies,
): Asked {
  const { technology, query = "", infer = true } = asked;
  const version = asked.version?.trim() || undefined;
  if (technology?.trim()) {
    const read = readNamed(technology, version, known);
    const split = splitName(technology, known);
    const written = version ?? split?.version?.written ?? split?.unread ?? null;
    const told = written === null && split && infer ? mentioned(query, known, split.name) : null;
    const technologies: Named[] = [
      {
        name: split?.name ?? normaliseTechnology(technology),
        technology: split?.version || split?.unread ? split.technology : technology.trim(),
        version: told?.version?.written ?? written,
        source: told ? "inferred" : "asked",
      },
    ];
    if (told) return whole(query, { ...fromMentions([told]), ignored: false }, technologies);
    return whole(query, read, technologies);
  }
  if (version !== undefined) return versionAlone(version, query, known);
  const mentions = query === "" || !infer ? [] : mentionsIn(query, known);
  return fromQuery(query, mentions);
}

/** Reads the `applicability` of a caller, with what the question says when there is none. Pure. */
export function readApplicability(
  applicability: readonly ApplicabilityEntry[],
  query: string,
  known: KnownTechnologies,
): Asked {
  if (applicability.length === 0) return readAsked({ query }, known);
  const reads = applicability.map((entry) => readEntry(entry, known));
  const read = {
    entries: reads.flatMap(({ entries }) => entries),
    warnings: reads.flatMap(({ warnings }) => warnings),
    ignored: reads.some(({ ignored }) => ignored),
  };
  const technologies = applicability.map(({ technology, constraint }): Named => {
    const name = splitName(technology, known)?.name ?? normaliseTechnology(technology);
    return { technology, version: constraint, source: "asked", name };
  });
  return whole(query, read, technologies);
}

function whole(query: string, { entries, warnings, ignored }: Read, named: readonly Named[]): Asked {
  const language = otherLanguage(query);
  return {
    entries: [...entries, ...impliedBy(entries)],
    warnings: [...warnings, ...(language ? [warn.language(language.name, query, null)] : [])],
    constraintIgnored: ignored,
    technologies: named.map(({ technology, version, source }) => ({ technology, version, source })),
    names: [...new Set(named.map(({ name }) => name))],
  };
}

function readNamed(technology: string, version: string | undefined, known: KnownTechnologies): Read {
  const split = splitName(technology, known);
  if (!split) {
    const suggestions = known.similarTo(withoutVersion(technology));
    return {
      entries: [guessEntry(technology, version)],
      warnings: [warn.unknownTechnology(technology, suggestions)],
      ignored: true,
    };
  }
  const name = asJudged(split.name, technology, split.technology);
  if (version === undefined && split.unread !== undefined) {
    return {
      entries: [{ technology: name, version_scheme: "unknown", constraint: split.unread }],
      warnings: [warn.constraintNotParsed(split.unread, split.technology)],
      ignored: true,
    };
  }
  if (version === undefined) {
    const entry = split.version ? { technology: name, ...split.version.read } : guessEntry(name);
    return { entries: [entry], warnings: [], ignored: false };
  }
  const read = readVersion(version, split.name, known);
  if (read === null) {
    return {
      entries: [{ technology: name, version_scheme: "unknown", constraint: version }],
      warnings: [warn.constraintNotParsed(version, technology)],
      ignored: true,
    };
  }
  const entries = read.map((one) => ({ technology: name, ...one }));
  if (!split.version || agree({ technology: name, ...split.version.read }, entries))
    return { entries, warnings: [], ignored: false };
  return { entries, warnings: [warn.contradiction(technology, split.version.written, version)], ignored: true };
}

/** Its readings as alternatives; null when it is neither a version nor a range. */
function readVersion(version: string, name: string, known: KnownTechnologies): ReadConstraint[] | null {
  const plain = version.trim();
  const stated = known.listed.get(name)?.texts.has(plain.toLowerCase());
  const exact: ReadConstraint[] = stated ? [{ version_scheme: "exact", constraint: plain }] : [];
  const read = readConstraint(plain, name) ?? nameRepeated(plain, name, known);
  const readings = read && !(stated && read.version_scheme === "exact") ? [...exact, read] : exact;
  return readings.length === 0 ? null : readings;
}

/** "Next.js 14" as a version of next.js. */
function nameRepeated(version: string, name: string, known: KnownTechnologies): ReadConstraint | null {
  const split = splitName(version, known);
  return split?.name === name ? (split.version?.read ?? null) : null;
}

function agree(one: ApplicabilityEntry, others: readonly ApplicabilityEntry[]): boolean {
  return judgeApplicability(others, [one]).verdict !== "incompatible";
}

/** The name that versions are judged under: the first of what was written that is a spelling of it. */
function asJudged(name: string, ...written: string[]): string {
  return written.find((one) => normaliseTechnology(one) === name) ?? name;
}

function versionAlone(version: string, query: string, known: KnownTechnologies): Asked {
  const read = readConstraint(version);
  const mentions = mentionsIn(query, known).filter(
    ({ name, isOrdinary }) => !isOrdinary || (read !== null && isPlausible(read, name, known)),
  );
  const [only, second] = mentions;
  if (only?.isListed && !second && read) {
    const named = { ...only, version: { written: version, read: readConstraint(version, only.name) ?? read } };
    return whole(query, { ...fromMentions([named]), ignored: false }, [threadTechnology(named)]);
  }
  // A technology may stand in the version itself: "next@14".
  const split = splitName(version, known);
  if (split?.version) {
    const named = { ...split, isListed: true, isOrdinary: false };
    return whole(query, { ...fromMentions([named], "the version that you sent"), ignored: false }, [
      threadTechnology(named),
    ]);
  }
  const warning = warn.versionWithoutTechnology(
    version,
    mentions.filter(({ isListed }) => isListed).map(({ name }) => name),
  );
  return whole(
    query,
    { entries: [], warnings: [warning], ignored: true },
    mentions.filter(({ version }) => version).map(threadTechnology),
  );
}

function fromQuery(query: string, mentions: readonly Mention[]): Asked {
  const told = mentions.filter(({ version }) => version !== null);
  const named = mentions.filter(({ isOrdinary }) => !isOrdinary);
  const [only, second] = named;
  // Without a version a technology judges nothing; the thread is still about it.
  const technologies = told.length > 0 ? told : only?.isListed && !second ? [only] : [];
  return whole(query, { ...fromMentions(told), ignored: false }, technologies.map(threadTechnology));
}

function mentioned(query: string, known: KnownTechnologies, name: string): Mention | null {
  return mentionsIn(query, known).find((mention) => mention.name === name && mention.version !== null) ?? null;
}

function fromMentions(mentions: readonly Mention[], from = "your question"): Pick<Read, "entries" | "warnings"> {
  const told = mentions.flatMap(({ technology, name, version }) =>
    version
      ? [{ entry: { technology: asJudged(name, technology), ...version.read }, name, written: version.written }]
      : [],
  );
  return {
    entries: told.map(({ entry }) => entry),
    warnings: told.map(({ name, written }) => warn.technologyInferred(name, written, from)),
  };
}

function threadTechnology({ technology, version, name }: Mention): Named {
  return { technology, version: version?.written ?? null, source: "inferred", name };
}

/** One entry of a caller who names schemes. */
function readEntry(entry: ApplicabilityEntry, known: KnownTechnologies): Read {
  const split = splitName(entry.technology, known);
  if (!split) {
    const suggestions = known.similarTo(withoutVersion(entry.technology));
    return { entries: [entry], warnings: [warn.unknownTechnology(entry.technology, suggestions)], ignored: true };
  }
  const named = { ...entry, technology: asJudged(split.name, entry.technology, split.technology) };
  const direct = readConstraint(entry.constraint, split.name);
  const read = direct ?? nameRepeated(entry.constraint, split.name, known);
  const isStated = known.listed.get(split.name)?.texts.has(entry.constraint.trim().toLowerCase()) ?? false;
  const used = (): Read => ({ entries: [named], warnings: [], ignored: false });
  const notUsed = (warning: SearchWarning): Read => ({ entries: [named], warnings: [warning], ignored: true });
  if (isStated) return used();
  // A name that no skill states ("jammy") is compared with none.
  if (entry.version_scheme === "unknown") return notUsed(warn.constraintNotParsed(entry.constraint, entry.technology));
  if (entry.version_scheme === "exact") {
    if (read && isRangeOf(entry.constraint, read))
      return notUsed(warn.exactWithRange(entry.technology, entry.constraint));
    if (direct) return used();
    if (read) return { ...used(), entries: [{ ...named, constraint: read.constraint }] };
    const unread = { ...named, version_scheme: "unknown" as const };
    return { ...notUsed(warn.constraintNotParsed(entry.constraint, entry.technology)), entries: [unread] };
  }
  if (read) {
    // Ranges of node-semver stay as they are; others are judged in its form.
    const isAsWritten = direct?.constraint === entry.constraint.trim();
    return { entries: [isAsWritten ? named : { ...named, ...read }], warnings: [], ignored: false };
  }
  if (/^[*x]$/i.test(entry.constraint.trim())) return used();
  return notUsed(warn.constraintNotParsed(entry.constraint, entry.technology));
}

/** Whether an exact constraint leaves more than one version. */
function isRangeOf(written: string, { version_scheme, constraint }: ReadConstraint): boolean {
  if (version_scheme === "exact" || readWritten(written)?.isBuild) return false;
  return !/^[v=\s]*\d+\.\d+\.\d+/.test(constraint) || /[\s|]/.test(constraint) || /[\^~<>]/.test(written);
}
