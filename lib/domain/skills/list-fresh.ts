import { read } from "@/db/client";
import { reviewedLast } from "@/db/queries/decisions";
import type { Context } from "@/lib/domain/context";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { listVersionCards, type VersionCard } from "@/lib/domain/skills/list-version-cards";
import { skillUrl } from "@/lib/platform/urls";

export type FreshSkill = Omit<VersionCard, "version_id">;

/** Notes read for each wanted skill: some skills get several in a row. */
const NOTES_PER_SKILL = 4;

/**
 * The most recently reviewed skills, newest first, with a title for the list; without reviews, the most recently
 * changed ones.
 */
export async function listFresh(ctx: Context, limit: number): Promise<{ title: string; skills: FreshSkill[] }> {
  const notes = await read((sql) => reviewedLast(sql, limit * NOTES_PER_SKILL));
  if (notes.length === 0) {
    const { data } = await listSkills(ctx, { sort: "updated", limit });
    return { title: "Recently updated", skills: data };
  }
  const slugs = new Map(notes.map(({ version_id, slug }) => [version_id, slug]));
  const wanted = [...slugs].slice(0, limit);
  const cards = await listVersionCards(
    ctx,
    wanted.map(([version_id]) => version_id),
  );
  const skills = wanted.flatMap(([version_id, slug]) => {
    const card = cards.find((one) => one.version_id === version_id);
    return card ? [{ ...card, canonical_url: skillUrl(card.skill_id, slug) }] : [];
  });
  return { title: "Newly reviewed", skills };
}
