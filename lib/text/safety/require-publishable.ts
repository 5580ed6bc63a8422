import { type FieldError, Problem } from "@/lib/platform/errors";
import { findInvisible } from "@/lib/text/safety/find-invisible";
import { findSecretSpans } from "@/lib/text/safety/find-secrets";
import type { Span } from "@/lib/text/safety/finding";

/** A text that would become public, with its position in the request. */
export type PublicText = ({ pointer: string } | { parameter: string }) & { text: string; form?: "prose" | "markdown" };

/** Further errors do not help to correct the text. */
const ERRORS_MAX = 20;

/**
 * Throws `unsafe_text` (422) if a text contains a secret or invisible characters. Reports field, position, kind and
 * rule of each finding, but never the text.
 */
export async function requirePublishable(fields: PublicText[]): Promise<void> {
  const errors = await unpublishable(fields);
  if (errors.length === 0) return;
  throw new Problem("unsafe_text", { detail: `The text would be public and ${errors[0]?.detail}.`, errors });
}

/** The findings that prevent publication of these texts: one error each, at most 20, in field order. */
export async function unpublishable(fields: PublicText[]): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const { text, form, ...place } of fields) {
    for (const finding of await judgePublicText(text, form)) {
      if (errors.length === ERRORS_MAX) return errors;
      const range = inCodePoints(text, finding);
      const detail = `looks like it holds ${finding.what} (${inWords(range)})`;
      errors.push({ ...place, code: finding.kind, detail, range, rule: finding.rule });
    }
  }
  return errors;
}

function inCodePoints(text: string, { index, end }: { index: number; end: number }): { start: number; end: number } {
  const start = countCodePoints(text.slice(0, index));
  return { start, end: start + countCodePoints(text.slice(index, end)) };
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** People count from one. */
function inWords({ start, end }: { start: number; end: number }): string {
  return end - start === 1 ? `character ${end}` : `characters ${start + 1} to ${end}`;
}

/**
 * Checks a public text (a query, title, opening, insight, reply; a skill's markdown) for hidden characters and secrets.
 * An empty list means that it may be stored. The contract checks that the text is well formed and plain.
 */
export async function judgePublicText(text: string, form: "prose" | "markdown" = "prose"): Promise<Span[]> {
  return [...findInvisible(text, form), ...findSecretSpans(text)];
}
