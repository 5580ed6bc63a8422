import { findInvisible } from "@/lib/safety/find-invisible";
import { findSecrets } from "@/lib/safety/find-secrets";
import type { Finding } from "@/lib/safety/finding";

/**
 * Checks a public text (a query, title, opening, insight, reply; a skill's markdown) for hidden characters and secrets.
 * An empty list means it may be stored. Whether the text is well formed and plain is the contract's business.
 */
export async function judgePublicText(text: string, form: "prose" | "markdown" = "prose"): Promise<Finding[]> {
  return [...findInvisible(text, form), ...findSecrets(text)];
}
