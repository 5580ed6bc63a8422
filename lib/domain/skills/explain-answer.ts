import { z } from "zod";
import { CONSTRAINT_CHARACTERS_MAX, QUERY_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import type { Context } from "@/lib/domain/context";
import { type Explanation, explainSearch } from "@/lib/search/explain/explain-search";

const SKILL_CHARACTERS_MAX = 64;

/** The parameters of an address that explains a search. */
export const Explained = z.object({
  q: z.string().min(1).max(QUERY_CHARACTERS_MAX),
  technology: z.string().min(1).max(TECHNOLOGY_CHARACTERS_MAX).optional(),
  version: z.string().min(1).max(CONSTRAINT_CHARACTERS_MAX).optional(),
  /** The result to explain, by id or slug. */
  skill: z.string().min(1).max(SKILL_CHARACTERS_MAX).optional(),
  /** Explains the list of the directory instead of the answer of a search. */
  list: z.literal("directory").optional(),
});
export type Explained = z.infer<typeof Explained>;

/** A search that the starter library answers. */
export const EXAMPLE: Explained = { q: "how do I insert a row or update it when it exists in postgres 18" };

/**
 * How a search is answered right now, number by number. Opens no thread, stores nothing. Throws `unsafe_text` for a
 * search with a secret.
 */
export async function explainAnswer(ctx: Context, explained: Explained): Promise<Explanation> {
  const { q, technology, version, skill, list } = explained;
  const texts = Object.entries({ q, technology, version }).flatMap(([parameter, text]) =>
    text === undefined ? [] : [{ parameter, text }],
  );
  await requirePublicTexts(ctx, texts, { looking: true });
  return explainSearch({ query: q, technology, version, skill, inDirectory: list === "directory" });
}
