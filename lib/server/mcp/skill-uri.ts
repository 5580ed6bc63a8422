import { VersionId } from "@/lib/contract/primitives";

/** `skill://<slug>/SKILL.md` is the selected version. `skill://v/<version_id>/<slug>/SKILL.md` is one fixed version. */
export type SkillPlace = { slug: string; version_id: string | null };

const SELECTED = /^skill:\/\/([a-z0-9-]{1,64})\/SKILL\.md$/;
const VERSION = /^skill:\/\/v\/([A-Za-z0-9_-]{26})\/([a-z0-9-]{1,64})\/SKILL\.md$/;

/** The place that a skill URI names; null for any other URI. */
export function parseSkillUri(uri: string): SkillPlace | null {
  const selected = SELECTED.exec(uri);
  if (selected?.[1]) return { slug: selected[1], version_id: null };
  const [, version_id = "", slug = ""] = VERSION.exec(uri) ?? [];
  return VersionId.safeParse(version_id).success ? { slug, version_id } : null;
}

export function skillUri({ slug, version_id }: SkillPlace): string {
  return version_id ? `skill://v/${version_id}/${slug}/SKILL.md` : `skill://${slug}/SKILL.md`;
}
