import { cache } from "react";
import { load, missing } from "@/app/load";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { readSkill } from "@/lib/domain/knowledge/read-skill";
import { getAuthor } from "@/lib/domain/skills/get-author";
import { getOverview } from "@/lib/domain/skills/get-overview";
import { getSkill } from "@/lib/domain/skills/get-skill";
import { getSkillVersion } from "@/lib/domain/skills/get-skill-version";
import { getUsage } from "@/lib/domain/skills/get-usage";
import { withStandings } from "@/lib/domain/skills/version-in-list";

/** Loads a skill once for a page and its metadata. A malformed id is not found. */
export const loadSkill = cache(async (skill_id: string) => {
  if (!SkillId.safeParse(skill_id).success) return missing();
  return load(async (ctx) => {
    const { data } = await getSkill(ctx, { skill_id });
    return { ...data, versions: withStandings(data.versions) };
  });
});

/** Loads one version, in the same way. */
export const loadVersion = cache(async (skill_id: string, version_id: string) => {
  if (!SkillId.safeParse(skill_id).success || !VersionId.safeParse(version_id).success) return missing();
  return load(async (ctx) => (await getSkillVersion(ctx, { skill_id, version_id })).data);
});

/** Loads a skill without its content, even if all versions are withdrawn. */
export const loadOverview = cache(async (skill_id: string) => {
  if (!SkillId.safeParse(skill_id).success) return missing();
  return load((ctx) => getOverview(ctx, { skill_id }));
});

/** Who wrote a version, which its page and its structured data show. */
export const loadAuthor = cache((skill_id: string, version_id: string) =>
  load((ctx) => getAuthor(ctx, { skill_id, version_id })),
);

/** Outcomes of a version and the threads that used it. */
export const loadUsage = cache((skill_id: string, version_id: string) =>
  load((ctx) => getUsage(ctx, { skill_id, version_id })),
);

type Ref = { kind: "skill"; skill_id: string } | { kind: "skill_version"; skill_id: string; version_id: string };

/** Decisions about a skill or a version, with their deciders; 25 a page. */
export function loadDecisions(ref: Ref, cursor: string | undefined) {
  return load(async () => {
    const answer = await readSkill(ref, "decisions", { cursor, limit: DECISIONS_SHOWN }, undefined);
    if (!("next_cursor" in answer) || answer.data.view !== "decisions")
      throw new Error("No list of decisions came back.");
    return { items: answer.data.items, next_cursor: answer.next_cursor };
  });
}

/** The provenance of a version; for a skill, of the selected version. */
export function loadProvenance(ref: Ref) {
  return load(async () => {
    const { data } = await readSkill(ref, "provenance", { cursor: undefined, limit: 1 }, undefined);
    if (data.view !== "provenance") throw new Error("The view provenance was answered with another.");
    return data;
  });
}

const DECISIONS_SHOWN = 25;
