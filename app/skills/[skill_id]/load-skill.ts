import { cache } from "react";
import { load, missing } from "@/app/load";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { readSkill } from "@/lib/domain/knowledge/read-skill";
import { getOverview } from "@/lib/domain/skills/get-overview";
import { getSkill } from "@/lib/domain/skills/get-skill";
import { getSkillVersion } from "@/lib/domain/skills/get-skill-version";
import { getUsage } from "@/lib/domain/skills/get-usage";

/** A skill for a page and its metadata: read once for both. An id that cannot exist is not found. */
export const loadSkill = cache(async (skill_id: string) => {
  if (!SkillId.safeParse(skill_id).success) return missing();
  return load((ctx) => getSkill(ctx, { skill_id }));
});

/** One version, likewise. */
export const loadVersion = cache(async (skill_id: string, version_id: string) => {
  if (!SkillId.safeParse(skill_id).success || !VersionId.safeParse(version_id).success) return missing();
  return load((ctx) => getSkillVersion(ctx, { skill_id, version_id }));
});

/** A skill without its content, also when all of it is withdrawn. */
export const loadOverview = cache(async (skill_id: string) => {
  if (!SkillId.safeParse(skill_id).success) return missing();
  return load((ctx) => getOverview(ctx, { skill_id }));
});

/** How a version went and where its skill was used. */
export const loadUsage = cache((skill_id: string, version_id: string) =>
  load((ctx) => getUsage(ctx, { skill_id, version_id })),
);

type Ref = { kind: "skill"; skill_id: string } | { kind: "skill_version"; skill_id: string; version_id: string };

/** Who decided what about a skill or a version; a page of 25. */
export function loadDecisions(ref: Ref, cursor: string | undefined) {
  return load(async () => {
    const answer = await readSkill(ref, "decisions", { cursor, limit: DECISIONS_SHOWN }, undefined);
    if (!("next_cursor" in answer) || answer.data.view !== "decisions")
      throw new Error("No list of decisions came back.");
    return { items: answer.data.items, next_cursor: answer.next_cursor };
  });
}

/** Where a version comes from; of a skill the selected one. */
export function loadProvenance(ref: Ref) {
  return load(async () => {
    const { data } = await readSkill(ref, "provenance", { cursor: undefined, limit: 1 }, undefined);
    if (data.view !== "provenance") throw new Error("The view provenance was answered with another.");
    return data;
  });
}

const DECISIONS_SHOWN = 25;
