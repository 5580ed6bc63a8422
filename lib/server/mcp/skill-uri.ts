import { VersionId } from "@/lib/contract/primitives";

/**
 * `skill://<slug>/SKILL.md` is the selected version. `skill://v/<version_id>/<slug>/SKILL.md` is one fixed version. The
 * files of a version are beside its SKILL.md.
 */
export type SkillPlace = { slug: string; version_id: string | null };

const SELECTED = /^skill:\/\/([a-z0-9-]{1,64})\/(.+)$/;
const VERSION = /^skill:\/\/v\/([A-Za-z0-9_-]{26})\/([a-z0-9-]{1,64})\/(.+)$/;
const TEXT = "SKILL.md";

/** The place that the URI of a SKILL.md names; null for any other URI. */
export function parseSkillUri(uri: string): SkillPlace | null {
  const { place, path } = parsed(uri) ?? {};
  return place && path === TEXT ? place : null;
}

/** The place and the path that the URI of a file beside a SKILL.md names; null for any other URI. */
export function parseFileUri(uri: string): (SkillPlace & { path: string }) | null {
  const { place, path } = parsed(uri) ?? {};
  return place && path && path !== TEXT ? { ...place, path } : null;
}

export function skillUri(place: SkillPlace): string {
  return fileUri(place, TEXT);
}

/** The URI of a file of a version. */
export function fileUri({ slug, version_id }: SkillPlace, path: string): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return version_id ? `skill://v/${version_id}/${slug}/${escaped}` : `skill://${slug}/${escaped}`;
}

function parsed(uri: string): { place: SkillPlace; path: string } | null {
  const [, version_id = "", named = "", below = ""] = VERSION.exec(uri) ?? [];
  if (VersionId.safeParse(version_id).success) return at({ slug: named, version_id }, below);
  const [, slug = "", path = ""] = SELECTED.exec(uri) ?? [];
  return slug === "" ? null : at({ slug, version_id: null }, path);
}

function at(place: SkillPlace, escaped: string): { place: SkillPlace; path: string } | null {
  try {
    return { place, path: decodeURIComponent(escaped) };
  } catch {
    return null;
  }
}
