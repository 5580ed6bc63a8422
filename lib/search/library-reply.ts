import { newId } from "@/lib/platform/ids";
import type { LibraryHit } from "@/lib/search/search-library";

/** The library's reply names the best result and those with a close score. */
const NAMED_MAX = 3;
const NAMED_SCORE_RATIO = 0.7;

/** The message in which the library answers a question: a sentence, and the versions it names. */
export function libraryReply(hits: readonly LibraryHit[]): {
  message_id: string;
  body: string;
  versions: Array<{ skill_id: string; version_id: string }>;
} {
  const best = hits[0]?.score ?? 0;
  const named = hits
    .filter((hit) => hit.strength === "strong" && hit.score >= best * NAMED_SCORE_RATIO)
    .slice(0, NAMED_MAX);
  const titles = named.map((hit) => hit.row.title).join("; ");
  return {
    message_id: newId("msg"),
    body:
      named.length === 1
        ? `The library has a skill for this: ${titles}.`
        : `The library has ${named.length} skills for this: ${titles}.`,
    versions: named.map((hit) => ({ skill_id: hit.row.skill_id, version_id: hit.row.version_id })),
  };
}
