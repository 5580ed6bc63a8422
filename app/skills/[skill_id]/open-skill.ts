import { permanentRedirect } from "next/navigation";
import { type Loaded, missing, parameter } from "@/app/load";
import { loadOverview } from "@/app/skills/[skill_id]/load-skill";
import { address } from "@/components/address";
import { type SkillTab, type Subject, tabPath } from "@/components/skills/skill-tabs";
import { CONSTRAINT_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";

export type Query = Record<string, string | string[] | undefined>;
/** URL parameters: with a slug for the skill's own pages, with a version id for those of a permalink. */
export type Place = { skill_id: string; slug?: string; version_id?: string };
export type Opened = { subject: Subject; versions: VersionSummary[] };

/**
 * Loads the subject of a skill view from its URL. An outdated slug redirects permanently to the current one. A version
 * of another skill is not found.
 */
export async function openSkill(place: Place, tab: SkillTab, query: Query): Promise<Loaded<Opened>> {
  const { problem, value } = await loadOverview(place.skill_id);
  if (problem) return { problem, value: null };
  const { skill_id, slug, title, versions } = value;
  const shown = place.version_id
    ? versions.find(({ version_id }) => version_id === place.version_id)
    : (versions.find(({ is_selected }) => is_selected) ?? versions[0]);
  if (!shown) return missing();
  const subject: Subject = {
    skill_id,
    slug,
    title: place.version_id ? shown.title : title,
    version_id: shown.version_id,
    is_permalink: place.version_id !== undefined,
    version_count: versions.length,
    reader: readerOf(query),
  };
  if (place.slug !== undefined && place.slug !== slug) {
    const { pathname } = new URL(tabPath(subject, tab), "http://localhost");
    const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, parameter(value)]));
    permanentRedirect(address(pathname, given));
  }
  return { problem: null, value: { subject, versions } };
}

/** The reader's technology and version from the URL; undefined if the value is too long. */
export function readerOf(query: Query): Subject["reader"] {
  const [technology, version] = [parameter(query.technology), parameter(query.version)];
  if (!technology || technology.length > TECHNOLOGY_CHARACTERS_MAX) return {};
  return { technology, version: version && version.length <= CONSTRAINT_CHARACTERS_MAX ? version : undefined };
}
