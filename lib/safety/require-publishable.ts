import { type FieldError, Problem } from "@/lib/errors";
import { judgePublicText } from "@/lib/safety/judge-public-text";

/** A text that would become public, and where it stands in the request. */
export type PublicText = ({ pointer: string } | { parameter: string }) & { text: string; form?: "prose" | "markdown" };

/**
 * Throws `unsafe_text` (422) when a text holds a secret or invisible characters, naming the field and the kind of each
 * finding, never the text.
 */
export async function requirePublishable(fields: PublicText[]): Promise<void> {
  const errors: FieldError[] = [];
  for (const { text, form, ...place } of fields) {
    const kinds = new Set<string>();
    for (const finding of await judgePublicText(text, form)) {
      if (kinds.has(finding.kind)) continue;
      kinds.add(finding.kind);
      errors.push({ ...place, code: finding.kind, detail: `looks like it holds ${finding.what}` });
    }
  }
  if (errors.length === 0) return;
  throw new Problem("unsafe_text", { detail: `The text would be public and ${errors[0]?.detail}.`, errors });
}
