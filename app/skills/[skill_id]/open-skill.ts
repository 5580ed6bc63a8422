import { permanentRedirect, redirect } from "next/navigation";
import { type Loaded, load, missing, parameter } from "@/app/load";
import { loadOverview } from "@/app/skills/[skill_id]/load-skill";
import { address } from "@/components/address";
import { type SkillTab, type Subject, tabPath } from "@/components/skills/skill-tabs";
import { chooseForReader } from "@/lib/domain/skills/choose-for-reader";
import { readerOf } from "@/lib/domain/skills/reader";
import type { VersionInList } from "@/lib/domain/skills/version-in-list";

export type Query = Record<string, string | string[] | undefined>;
/** URL parameters: with a slug for the skill's own pages, with a version id for those of a permalink. */
export type Place = { skill_id: string; slug?: string; version_id?: string };
/** Views of one version, which the page of a skill shows for its selected version. */
const VERSION_VIEWS: readonly SkillTab[] = ["provenance", "decisions", "raw"];

export type Opened = { subject: Subject; versions: VersionInList[] };

/**
 * Loads the subject of a skill view from its URL. An outdated slug redirects permanently to the current one. A version
 * of another skill is not found. A view of one version, asked with the reader's technology and version, redirects to
 * that of the version that fits.
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
    reader: readerIn(query),
  };
  if (place.slug !== undefined && place.slug !== slug) {
    const { pathname } = new URL(tabPath(subject, tab), "http://localhost");
    permanentRedirect(address(pathname, parametersOf(query)));
  }
  if (!place.version_id && VERSION_VIEWS.includes(tab)) {
    const chosen = await load(() => chooseForReader(versions, subject.reader));
    if (chosen.problem) return chosen;
    const version_id = chosen.value?.version.version_id ?? shown.version_id;
    if (version_id !== shown.version_id)
      redirect(address(tabPath({ ...subject, version_id, is_permalink: true }, tab), parametersOf(query)));
  }
  return { problem: null, value: { subject, versions } };
}

/** The reader's technology and version from the URL. */
export function readerIn(query: Query): Subject["reader"] {
  return readerOf({ technology: parameter(query.technology), version: parameter(query.version) });
}

/** The first value of each URL parameter, for a redirect that keeps them. */
export function parametersOf(query: Query): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, parameter(value)]));
}
