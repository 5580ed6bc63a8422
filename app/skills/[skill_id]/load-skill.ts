import { permanentRedirect, redirect } from "next/navigation";
import { cache } from "react";
import { type Loaded, load, missing, parameter, type Query } from "@/app/load";
import { address } from "@/components/address";
import { type SkillTab, type Subject, tabPath } from "@/components/skills/skill-tabs";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { readSkill } from "@/lib/domain/knowledge/read-skill";
import {
  getOverview,
  getSkill,
  getSkillVersion,
  type VersionInList,
  withStandings,
} from "@/lib/domain/skills/get-skill";
import { chooseForReader, type Reader, readerOf } from "@/lib/domain/skills/reader";
import { getUsage } from "@/lib/domain/skills/skill-usage";
import { getAuthor } from "@/lib/domain/skills/version-cards";

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

/**
 * A skill and the version of it that its page shows to a reader: the one that fits what the reader named, else the
 * selected one. `choice` says why; null when the reader did not name both technology and version.
 */
export async function loadShown(skill_id: string, reader: Reader) {
  const loaded = await loadSkill(skill_id);
  if (loaded.problem) return loaded;
  const skill = loaded.value;
  const chosen = await load(() => chooseForReader(skill.versions, reader));
  if (chosen.problem) return chosen;
  const choice = chosen.value;
  const isOther = choice !== null && choice.version.version_id !== skill.version_id;
  if (!isOther) return { problem: null, value: { skill, version: skill, choice, isOther } };
  const other = await loadVersion(skill_id, choice.version.version_id);
  if (other.problem) return other;
  return { problem: null, value: { skill, version: other.value, choice, isOther } };
}

/** URL parameters: with a slug for the skill's own pages, with a version id for those of a permalink. */
export type SkillParams = { skill_id: string; slug?: string; version_id?: string };
/** Views of one version, which the page of a skill shows for its selected version. */
const VERSION_VIEWS: readonly SkillTab[] = ["provenance", "decisions", "raw"];

export type Opened = { subject: Subject; versions: VersionInList[] };

/**
 * Loads the subject of a skill view from its URL. An outdated slug redirects permanently to the current one. A version
 * of another skill is not found. A view of one version, asked with the reader's technology and version, redirects to
 * that of the version that fits.
 */
export async function openSkill(params: SkillParams, tab: SkillTab, query: Query): Promise<Loaded<Opened>> {
  const { problem, value } = await loadOverview(params.skill_id);
  if (problem) return { problem, value: null };
  const { skill_id, slug, title, versions } = value;
  const shown = params.version_id
    ? versions.find(({ version_id }) => version_id === params.version_id)
    : (versions.find(({ is_selected }) => is_selected) ?? versions[0]);
  if (!shown) return missing();
  const subject: Subject = {
    skill_id,
    slug,
    title: params.version_id ? shown.title : title,
    version_id: shown.version_id,
    is_permalink: params.version_id !== undefined,
    version_count: versions.length,
    reader: readerIn(query),
  };
  if (params.slug !== undefined && params.slug !== slug) {
    const { pathname } = new URL(tabPath(subject, tab), "http://localhost");
    permanentRedirect(address(pathname, parametersOf(query)));
  }
  if (!params.version_id && VERSION_VIEWS.includes(tab)) {
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
