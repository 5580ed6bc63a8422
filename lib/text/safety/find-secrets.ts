import { FINDINGS_MAX, type Finding, type Span } from "@/lib/text/safety/finding";
import { documentedPlaces, isDocumented } from "@/lib/text/safety/secrets/documented";
import { findAssignments } from "@/lib/text/safety/secrets/find-assignments";
import { findByRules, finderOf } from "@/lib/text/safety/secrets/find-by-rules";
import { findKeys } from "@/lib/text/safety/secrets/find-keys";
import { findSeedPhrases } from "@/lib/text/safety/secrets/find-seed-phrases";
import { findSplit } from "@/lib/text/safety/secrets/find-split";
import { findUrlPasswords } from "@/lib/text/safety/secrets/find-url-passwords";
import { secretRules } from "@/lib/text/safety/secrets/rules";

/**
 * Finds API keys, tokens, private keys, JWTs, seed phrases, session cookies and passwords in a text, in order, at most
 * 100. Findings never repeat the secrets. Placeholders, templates and documented example keys are not reported. Pure,
 * synchronous and linear in the length.
 */
export function findSecrets(text: string): Finding[] {
  return findSecretSpans(text).map(({ kind, what, index }) => ({ kind, what, index }));
}

/**
 * Like `findSecrets`, with the end of each secret and the rule that found it. Of overlapping findings, only the most
 * specific is kept. A secret broken by blanks or line ends spans from its first part to its last.
 */
export function findSecretSpans(text: string): Span[] {
  if (text.length < SHORTEST) return [];
  const kept: Span[] = [];
  const keep = (spans: Span[]) => {
    const places = spans.length > 0 ? documentedPlaces(text) : [];
    for (const span of spans) {
      if (kept.length === FINDINGS_MAX) return;
      if (isDocumented(span, places) || kept.some((other) => span.index < other.end && other.index < span.end))
        continue;
      kept.push(span);
    }
  };
  keep(findWhole(text));
  keep(findSeedPhrases(text));
  keep(findSplit(text, { findTokens, findAny: findWhole }));
  return kept.sort((a, b) => a.index - b.index);
}

/** Ordered by confidence in the kind: a table row is more specific than an assignment. */
function findWhole(text: string): Span[] {
  return [...findByRules(text), ...findKeys(text), ...findUrlPasswords(text), ...findAssignments(text)];
}

/** Secrets with a shape of their own, whatever precedes them. */
const findRows = finderOf(secretRules.filter((rule) => !rule.read));
const findTokens = (text: string) => [...findRows(text), ...findKeys(text)];

// "pwd=" and eight characters.
const SHORTEST = 12;
