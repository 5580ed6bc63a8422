import { notFound } from "next/navigation";
import { cache } from "react";
import { load } from "@/app/load";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { getSkill } from "@/lib/skills/get-skill";
import { getSkillVersion } from "@/lib/skills/get-skill-version";

/** A skill for a page and its metadata: read once for both. An id that cannot exist is not found. */
export const loadSkill = cache((skill_id: string) => {
  if (!SkillId.safeParse(skill_id).success) notFound();
  return load((ctx) => getSkill(ctx, { skill_id }));
});

/** One version, likewise. */
export const loadVersion = cache((skill_id: string, version_id: string) => {
  if (!SkillId.safeParse(skill_id).success || !VersionId.safeParse(version_id).success) notFound();
  return load((ctx) => getSkillVersion(ctx, { skill_id, version_id }));
});
