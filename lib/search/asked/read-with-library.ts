import { read } from "@/db/client";
import { documentsWith } from "@/db/queries/search-documents";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { knownTechnologies, newerTechnologies } from "@/lib/search/asked/known-technologies";
import { type Asked, readApplicability, readAsked } from "@/lib/search/asked/read-asked";
import type { KnownTechnologies } from "@/lib/search/asked/technology-names";
import * as warn from "@/lib/search/asked/warnings";
import { otherLanguage } from "@/lib/search/query/language";
import { queryWords } from "@/lib/search/query/query-words";
import { withRareWords } from "@/lib/search/query/rare-words";
import { currentStatistics } from "@/lib/search/rank/load-statistics";

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
