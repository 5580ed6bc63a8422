import { withWholeVerbs } from "@/lib/search/query/question-shape";
import { RELATED } from "@/lib/search/query/related-terms";
import { tokensOf } from "@/lib/search/query/terms";
import { ALIASES } from "@/lib/search/query/vocabulary-aliases";

export type Related = { terms: readonly string[]; weight: number };

/** The weights of a synonym and of a related term. */
export const ALIAS_WEIGHT = 0.9;
export const RELATED_WEIGHT = 0.4;

const byTerm = new Map<string, Related[]>();
const byPair = new Map<string, Related[]>();
read(ALIASES, ALIAS_WEIGHT);
read(RELATED, RELATED_WEIGHT);

/**
 * Alternatives for a term (in indexed form), closest first. A group member of several words is identified by its first
 * two, so the neighbours are considered too ("pull request" also gives "pr").
 */
export function relatedTerms(term: string, before?: string, after?: string): readonly Related[] {
  const pairs = [byPair.get(`${before} ${term}`), byPair.get(`${term} ${after}`)].flatMap((found) => found ?? []);
  const single = byTerm.get(term) ?? [];
  return pairs.length === 0 ? single : [...pairs, ...single];
}

function read(groups: string, weight: number): void {
  for (const line of groups.trim().split("\n")) {
    const members = line
      .split(",")
      .map((member) => {
        const terms = tokensOf(withWholeVerbs(member)).map((token) => token.term);
        // "Follow up" without its stop word would be "follow".
        return terms.length === 1 && /\s/.test(withWholeVerbs(member).trim()) ? [] : terms;
      })
      .filter((terms) => terms.length > 0);
    for (const terms of members) {
      const [first, second] = terms;
      if (first === undefined) continue;
      const others = members
        .filter((other) => other.join(" ") !== terms.join(" "))
        .map((other) => ({ terms: other, weight }));
      const [map, key] = second === undefined ? [byTerm, first] : [byPair, `${first} ${second}`];
      map.set(key, [...(map.get(key) ?? []), ...others]);
    }
  }
}
