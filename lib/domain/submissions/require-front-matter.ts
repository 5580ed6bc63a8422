import type { Submission } from "@/lib/contract/knowledge/submissions";
import { takeFrontMatter } from "@/lib/domain/skills/front-matter";
import { type FieldError, Problem } from "@/lib/platform/errors";

/**
 * Throws `validation_failed` when the front matter of a submitted markdown is one that is taken off, but states its
 * questions in a form that cannot be read.
 */
export function requireFrontMatter({ markdown }: Submission): void {
  const { errors } = takeFrontMatter(markdown);
  const [first] = errors;
  if (first === undefined) return;
  throw new Problem("validation_failed", { detail: `markdown: ${first}.`, errors: errors.map(frontMatterError) });
}

export function frontMatterError(detail: string): FieldError {
  return { pointer: "/markdown", code: "front_matter", detail };
}
