import { FINDINGS_MAX, type Finding, type Span } from "@/lib/safety/finding";
import { findAssignments } from "@/lib/safety/secrets/find-assignments";
import { findKeys } from "@/lib/safety/secrets/find-keys";
import { findPrefixed } from "@/lib/safety/secrets/find-prefixed";
import { findUrlPasswords } from "@/lib/safety/secrets/find-url-passwords";
import { runPreset } from "@/lib/safety/secrets/run-preset";

/**
 * Finds API keys, tokens, private keys, JWTs and passwords in a text, in order, at most 100, and never repeats them.
 * Placeholders, templates and documented example keys are no findings. Pure, synchronous and linear in the length.
 */
export function findSecrets(text: string): Finding[] {
  return findSecretSpans(text).map(({ kind, what, index }) => ({ kind, what, index }));
}

/** As `findSecrets`, with where each secret ends, for redaction. Of findings that overlap only the most telling is kept. */
export function findSecretSpans(text: string): Span[] {
  if (text.length < SHORTEST) return [];
  // The order is the order of trust in the name of the kind: a prefix says more than an assignment.
  const all = [
    ...findPrefixed(text),
    ...findKeys(text),
    ...runPreset(text),
    ...findUrlPasswords(text),
    ...findAssignments(text),
  ];
  const kept: Span[] = [];
  for (const span of all) {
    if (kept.length === FINDINGS_MAX) break;
    if (!kept.some((other) => span.index < other.end && other.index < span.end)) kept.push(span);
  }
  return kept.sort((a, b) => a.index - b.index);
}

// "pwd=" and eight characters.
const SHORTEST = 12;
