import { timedCache } from "@/db/shared-reads";
import type { Review } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { reviewedTechnology } from "@/lib/domain/skills/reviewed-technology";

type Related = { skill_id: string; title: string; path: string; review: Review; reviewed_technology: string | null };

const SHOWN_MAX = 4;
const KEPT_MS = 60_000;
const KEPT_BYTES_MAX = 16_000_000;

const kept = timedCache<Related[]>("related-skills", { ms: KEPT_MS, bytesMax: KEPT_BYTES_MAX });

/**
 * Skills whose texts match the title of this one, best first; weak matches are left out. Searched at most once a minute
 * for each skill in each process.
 */
export function listRelated(ctx: Context, skill: { skill_id: string; title: string }): Promise<Related[]> {
  return kept(`${skill.skill_id} ${skill.title}`, () => find(ctx, skill));
}

async function find(ctx: Context, { skill_id, title }: { skill_id: string; title: string }): Promise<Related[]> {
  const { data } = await listSkills(ctx, { q: title, limit: SHOWN_MAX + 1 });
  return data
    .filter((one) => one.skill_id !== skill_id && one.strength !== "weak")
    .slice(0, SHOWN_MAX)
    .map((one) => ({
      skill_id: one.skill_id,
      title: one.title,
      path: new URL(one.canonical_url).pathname,
      review: one.review,
      reviewed_technology: reviewedTechnology(one),
    }));
}
