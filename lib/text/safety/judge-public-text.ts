import { findInvisible } from "@/lib/text/safety/find-invisible";
import { findSecretSpans } from "@/lib/text/safety/find-secrets";
import type { Span } from "@/lib/text/safety/finding";

/**
 * Checks a public text (a query, title, opening, insight, reply; a skill's markdown) for hidden characters and secrets.
 * An empty list means that it may be stored. The contract checks that the text is well formed and plain.
 */
export async function judgePublicText(text: string, form: "prose" | "markdown" = "prose"): Promise<Span[]> {
  return [...findInvisible(text, form), ...findSecretSpans(text)];
}
