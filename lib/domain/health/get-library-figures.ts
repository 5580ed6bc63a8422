import type { Context } from "@/lib/domain/context";
import { browseSkills } from "@/lib/domain/skills/list-skills";

export type LibraryFigures = {
  /** Skills that the directory lists. */
  skills: number;
  /** Those whose selected version a maintainer reviewed. */
  reviewed: number;
  /** When a listed skill last changed; null in an empty library. */
  updated_at: string | null;
};

/** The size, the review and the age of the library, from the directory and its counts, which are kept for seconds. */
export async function getLibraryFigures(ctx: Context): Promise<LibraryFigures | null> {
  const { data, facets } = await browseSkills(ctx, { sort: "updated", limit: 1 });
  return facets && { skills: facets.total, reviewed: facets.reviewed.yes, updated_at: data[0]?.updated_at ?? null };
}
