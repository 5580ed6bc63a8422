import { askPublic, findSkill } from "@/lib/cli/eval/ask-product";
import { type QuerySet, withTerms } from "@/lib/cli/eval/labelled-queries";
import type { Measured } from "@/lib/cli/eval/report";

/** Asks a running service, whose skills the labels name by slug or id. Says which labels name none of them. */
export async function measureService(url: string, sets: readonly QuerySet[]): Promise<Measured> {
  const queries = sets.flatMap((set) => set.queries);
  const slugs = new Map<string, string>();
  const slugOf = new Map<string, string>();
  const missing: string[] = [];
  for (const name of new Set(queries.flatMap(({ relevant }) => Object.keys(relevant)))) {
    const skill = await findSkill(url, name);
    slugs.set(name, skill?.slug ?? name);
    if (skill) slugOf.set(skill.skill_id, skill.slug);
    else missing.push(...queries.filter(({ relevant }) => name in relevant).map(({ id }) => `${name} (${id})`));
  }
  if (missing.length > 0) process.stderr.write(`Labelled, but not in the library: ${missing.join(", ")}\n`);
  const named = queries.map((query) => ({
    ...query,
    relevant: Object.fromEntries(
      Object.entries(query.relevant).map(([name, grade]) => [slugs.get(name) ?? name, grade]),
    ),
  }));
  const product = await askPublic(url, named, slugOf);
  const listed = await askPublic(url, withTerms(named), slugOf);
  return {
    skills: null,
    sets,
    product,
    withTerms: listed.asked,
    weak: null,
    characters: [],
    others: [],
    simulated: [],
  };
}
