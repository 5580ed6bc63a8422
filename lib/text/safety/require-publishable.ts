import { type FieldError, Problem } from "@/lib/platform/errors";
import { judgePublicText } from "@/lib/text/safety/judge-public-text";

/** A text that would become public, and where it stands in the request. */
export type PublicText = ({ pointer: string } | { parameter: string }) & { text: string; form?: "prose" | "markdown" };

/** More say nothing new to somebody who has to correct the text. */
const ERRORS_MAX = 20;

/**
 * Throws `unsafe_text` (422) when a text holds a secret or invisible characters, naming for each finding its field, its place
 * in it, its kind and the rule, never the text.
 */
export async function requirePublishable(fields: PublicText[]): Promise<void> {
  const errors = await unpublishable(fields);
  if (errors.length === 0) return;
  throw new Problem("unsafe_text", { detail: `The text would be public and ${errors[0]?.detail}.`, errors });
}

/** What these texts hold that may not become public: an error for each finding, at most 20, in the order of the fields. */
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

/** For people, who count from one. */
function inWords({ start, end }: { start: number; end: number }): string {
  return end - start === 1 ? `character ${end}` : `characters ${start + 1} to ${end}`;
}
