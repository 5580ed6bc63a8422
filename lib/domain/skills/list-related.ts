import { withoutRecording } from "@/db/query-recorder";
import type { Review } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { reviewedTechnology } from "@/lib/domain/skills/reviewed-technology";
import { makeLru } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";

type Related = { skill_id: string; title: string; path: string; review: Review; reviewed_technology: string | null };
type Kept = { until: number; related: Promise<Related[]> };

const SHOWN_MAX = 4;
const KEPT_MS = 60_000;
const KEPT_MAX = 500;

/**
 * Skills whose texts match the title of this one, best first; weak matches are left out. Kept for a minute in each
 * process, and no reason for the page cache to render a page again. A failure is not kept.
 */
export function listRelated(ctx: Context, skill: { skill_id: string; title: string }): Promise<Related[]> {
  const kept = singleton("related-skills", () => makeLru<Kept>(KEPT_MAX));
  const key = `${skill.skill_id} ${skill.title}`;
  const known = kept.get(key);
  if (known && Date.now() < known.until) return known.related;
  const related = withoutRecording(() => find(ctx, skill));
  kept.set(key, { until: Date.now() + KEPT_MS, related });
  related.catch(() => kept.delete(key));
  return related;
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
