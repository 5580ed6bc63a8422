import type { z } from "zod";
import type { HeldVersion } from "@/lib/contract/knowledge/resources";
import type { SearchResult, searchPost } from "@/lib/contract/public/search";
import { loadedAs } from "@/lib/domain/present/held-version";
import { withContent } from "@/lib/domain/skills/skill-content";
import { nothingFitsInWords } from "@/lib/search/nothing-fits";
import { nextCall } from "@/lib/server/mcp/next-call";
import { THIRD_PARTY_NOTICE, withoutNulls } from "@/lib/server/mcp/present-answer";

type Found = z.output<typeof searchPost.output>["data"];
type Words = "why" | "canonical_url" | "description" | "outcomes";
/** A result without what only pages show, and whether the caller holds it where the caller said what it holds. */
type LeanResult = Omit<SearchResult, "matched_words" | "review" | Words> &
  Partial<Pick<SearchResult, Words>> & {
    review: { state: string; note?: string };
    loaded?: ReturnType<typeof loadedAs>;
  };

const IF_AGREED = "If no result helps and the user agrees to publish the question, call";

/** The gist of an answer with a text, and what the protocol adds. */
const GIST_CHARACTERS = 250;

/** The results of a search as a model reads them. */
export function leanResults(results: readonly SearchResult[], held: HeldVersion[] | null): LeanResult[] {
  return results.map(({ matched_words: _words, ...result }) => {
    if (!held) return result;
    const loaded = loadedAs(result, held);
    return { ...result, excerpt: loaded === "current" ? null : result.excerpt, loaded };
  });
}

/**
 * The results in few words, and the first strong one with its text, unless the caller holds it. The text takes the place
 * of the words about it, which `get_skill` has. `present` makes the answer, whose length leaves the rest to the text.
 */
export async function withFirstText(
  results: LeanResult[],
  present: (results: LeanResult[]) => object,
): Promise<LeanResult[]> {
  const brief = results.map(inFewWords);
  const first = brief.find(({ strength }) => strength === "strong");
  if (!first || first.loaded === "current") return brief;
  const { description: _description, ...bare } = first;
  const shown = brief.map((result) => (result === first ? { ...bare, excerpt: null } : result));
  return withContent(shown, (result) => result, JSON.stringify(present(shown)).length + GIST_CHARACTERS);
}

function inFewWords({ why: _why, canonical_url: _url, outcomes, review, ...result }: LeanResult): LeanResult {
  const { note: _note, ...checked } = review;
  const isReported = outcomes && outcomes.resolved + outcomes.partial + outcomes.failed > 0;
  return { ...result, review: checked, ...(isReported ? { outcomes } : {}) };
}

/** The answer of a search. `asked` are the arguments of the question, for the call that publishes it. */
export function presentFound(
  data: Found,
  results: LeanResult[],
  asked: Record<string, unknown>,
  held: HeldVersion[] | null,
): Record<string, unknown> {
  const { status, nothing_fits, match_quality, degraded, similar_threads, excluded, warnings } = data;
  return withoutNulls({
    notice: THIRD_PARTY_NOTICE,
    status,
    match_quality,
    search_note: nothing_fits && nothingFitsInWords(nothing_fits, results.length > 0),
    nothing_fits,
    warnings,
    degraded: degraded || null,
    next: status === "answered" ? nextFor(results) : nextCall("ask_publicly", asked, IF_AGREED),
    results,
    // Others who ask the same matter to those whom the library does not answer.
    similar_threads: status === "answered" || similar_threads.length === 0 ? null : similar_threads,
    excluded_incompatible: excluded.incompatible,
    loaded_versions: held,
  });
}

function nextFor([first]: readonly LeanResult[]): string | null {
  if (!first) return null;
  if (first.loaded === "current") return "You hold results[0]: it fits, and nothing newer replaces it.";
  const { skill_id, version_id, content } = first;
  if (!content) return nextCall("get_skill", { skill_id, version_id });
  if (!content.truncated) return "Read results[0].content: it fits.";
  const rest = nextCall("get_skill", { skill_id, version_id, from: content.markdown.length }, "For the rest call");
  return `Read results[0].content: it fits. ${rest}`;
}
