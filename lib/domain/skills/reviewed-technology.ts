import type { ApplicabilityEntry, Review } from "@/lib/contract/primitives";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { guessEntry, judgeApplicability } from "@/lib/search/rank/applicability";

type Version = { review: Review; applicability: ApplicabilityEntry[] };

/**
 * The technology whose version a review checked: the only one stated, else the only one whose stated versions contain
 * the checked one, else the only one of those that the note names before that version ("on Node 20.20.2"). Null when it
 * is ambiguous. Pure.
 */
export function reviewedTechnology(version: Version): string | null {
  const { review, applicability } = version;
  if (review.state !== "reviewed") return null;
  const holding = applicability.filter(({ technology, ...stated }) => {
    if (stated.constraint === review.version_checked) return true;
    const checked = guessEntry(technology, review.version_checked);
    return judgeApplicability([checked], [{ technology, ...stated }]).verdict === "compatible";
  });
  const candidates = applicability.length === 1 ? applicability : holding;
  const names = new Map(candidates.map(({ technology }) => [normaliseTechnology(technology), technology]));
  return onlyOne([...names.values()]) ?? onlyOne(namedBefore(review.version_checked, review.note, names));
}

/** Those of these technologies that a note names right before a version. */
function namedBefore(version: string, note: string, names: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const parts = note.split(version);
  parts.slice(0, -1).forEach((before, place) => {
    // 20.20.2 is not 120.20.2 and not 20.20.21.
    if (/^[\w-]|^\.\d/.test(parts[place + 1] ?? "")) return;
    const word = /([\p{L}\p{N}@/.+#_-]+)\s+v?$/u.exec(before.slice(-80))?.[1];
    const name = word && names.get(normaliseTechnology(word));
    if (name) found.add(name);
  });
  return [...found];
}

function onlyOne(technologies: string[]): string | null {
  const [only, second] = technologies;
  return only !== undefined && second === undefined ? only : null;
}

/** A version for pages: with the technology whose version its review checked. */
export function withReviewedTechnology<T extends Version>(version: T): T & { reviewed_technology: string | null } {
  return { ...version, reviewed_technology: reviewedTechnology(version) };
}
