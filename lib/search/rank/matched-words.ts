import type { QueryWord } from "@/lib/search/query/query-words";
import { eachWritten, type Token, tokensOf } from "@/lib/search/query/terms";
import { RELATED_WEIGHT } from "@/lib/search/query/vocabulary";
import { SHOWN_WEIGHT_MIN } from "@/lib/search/rank/excerpt";

/**
 * The words of these texts that a query matched, as written and without duplicates, in query order: "Next.js" for
 * nextjs, "caching" for cache, "PostgreSQL" for a mistyped postgers. Uses the ranking's analysis. Where a text contains
 * a word or a close form, looser spellings of it are omitted. Words that are only related ("views" for page) match, but
 * are not the words that were asked for, so they are never among them. For the few hits that are shown.
 */
export function matchedWords(texts: readonly string[], words: readonly QueryWord[]): string[] {
  const { asked, wanted } = soughtOf(words);
  const written = writtenTerms(texts, wanted);
  const matched = new Map<string, string>();
  for (const { variants } of asked) {
    const said = variants.filter(
      ({ terms, weight }) => weight > RELATED_WEIGHT && terms.every((term) => written.has(term)),
    );
    const near = said.filter(({ weight }) => weight >= SHOWN_WEIGHT_MIN);
    for (const { terms } of near.length > 0 ? near : said)
      for (const term of terms)
        for (const word of written.get(term) ?? [])
          if (!matched.has(word.toLowerCase())) matched.set(word.toLowerCase(), word);
  }
  return [...matched.values()];
}

type Sought = { asked: readonly QueryWord[]; wanted: ReadonlySet<string> };
const soughtFor = new WeakMap<readonly QueryWord[], Sought>();

/** The search terms, built once for all texts of a search. */
function soughtOf(words: readonly QueryWord[]): Sought {
  const kept = soughtFor.get(words);
  if (kept) return kept;
  const asked = askedOf(words);
  const wanted = new Set(asked.flatMap(({ variants }) => variants.flatMap(({ terms }) => terms)));
  const sought = { asked, wanted };
  soughtFor.set(words, sought);
  return sought;
}

/** Words like "use" or "want" explain a match only if the query has no other words. */
function askedOf(words: readonly QueryWord[]): readonly QueryWord[] {
  const telling = words.filter((word) => word.telling);
  return telling.length > 0 ? telling : words;
}

function writtenTerms(texts: readonly string[], wanted: ReadonlySet<string>): Map<string, Set<string>> {
  const written = new Map<string, Set<string>>();
  const note = (text: string, run: string, token: Token, term: string) => {
    const word = wordIn(run, token, term);
    // Folded characters differ from the text as written.
    if (text.includes(word)) written.set(term, (written.get(term) ?? new Set()).add(word));
  };
  for (const text of texts) {
    eachWritten(text, (run, tokens) => {
      for (const token of tokens) {
        if (wanted.has(token.term)) note(text, run, token, token.term);
        for (const part of token.parts) if (wanted.has(part)) note(text, run, token, part);
      }
    });
  }
  return written;
}

/**
 * The part of a run of characters that matches the term: "upsert" in "postgres-upsert", or the whole run where no part
 * stands alone.
 */
function wordIn(run: string, token: Token, term: string): string {
  const bare = run.replace(/['’](?:s|re|ve|ll|d|m)?$/i, "");
  if (token.word === bare.toLowerCase() && token.term === term) return bare;
  const part = bare.split(/[^\p{L}\p{M}\p{N}]+/u).find((piece) => piece !== bare && tokensOf(piece)[0]?.term === term);
  return part ?? (bare.includes(term) && token.parts.length === 0 ? term : bare);
}
