import { read } from "@/db/client";
import { authorById, versionsBy } from "@/db/queries/authors";
import { decisionsAboutVersionsBy, reviewedLast } from "@/db/queries/decisions";
import { versionMeta } from "@/db/queries/version-history";
import { versionCards } from "@/db/queries/versions";
import { timedCache } from "@/db/shared-reads";
import type { ApplicabilityEntry, Review, Signature } from "@/lib/contract/primitives";
import type { Decision, SkillVersion } from "@/lib/contract/public/resources";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import type { Context } from "@/lib/domain/context";
import { IMPORTED_NAME, presentAuthor } from "@/lib/domain/present/author";
import { presentDecision } from "@/lib/domain/present/decision";
import { presentOrigin } from "@/lib/domain/present/origin";
import { presentOutcomes, presentReview } from "@/lib/domain/present/version";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { Problem } from "@/lib/platform/errors";
import { skillUrl, versionUrl } from "@/lib/platform/urls";
import { guessEntry, judgeApplicability } from "@/lib/search/rank/applicability";

/** The card of a version: everything but its text. */
export type VersionCard = Pick<
  SkillVersion,
  | "skill_id"
  | "version_id"
  | "title"
  | "description"
  | "canonical_url"
  | "applicability"
  | "review"
  | "outcomes"
  | "origin"
>;

/** The cards of versions, read at once. Missing and withdrawn versions are omitted. */
export async function listVersionCards(_ctx: Context, version_ids: string[]): Promise<VersionCard[]> {
  if (version_ids.length === 0) return [];
  const rows = await read((sql) => versionCards(sql, version_ids));
  return rows.map((row) => ({
    skill_id: row.skill_id,
    version_id: row.version_id,
    title: row.title,
    description: row.description,
    canonical_url: versionUrl(row.skill_id, row.version_id),
    applicability: row.applicability,
    review: presentReview(row),
    outcomes: presentOutcomes(row),
    origin: presentOrigin(row),
  }));
}

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
  const wanted = [...new Map(notes.map((note) => [note.version_id, note])).values()].slice(0, limit);
  return { title: "Newly reviewed", skills: await listSkillCards(ctx, wanted) };
}

/** The cards of versions in this order, each with the address of its skill. */
async function listSkillCards(
  ctx: Context,
  versions: ReadonlyArray<{ version_id: string; slug: string }>,
): Promise<VersionCard[]> {
  const cards = await listVersionCards(
    ctx,
    versions.map(({ version_id }) => version_id),
  );
  return versions.flatMap(({ version_id, slug }) => {
    const card = cards.find((one) => one.version_id === version_id);
    return card ? [{ ...card, canonical_url: skillUrl(card.skill_id, slug) }] : [];
  });
}

type Related = { skill_id: string; title: string; path: string; review: Review; reviewed_technology: string | null };

const SHOWN_MAX = 4;
const KEPT_MS = 60_000;
const KEPT_BYTES_MAX = 16_000_000;

const kept = timedCache<Related[]>("related-skills", { ms: KEPT_MS, bytesMax: KEPT_BYTES_MAX });

/**
 * Skills whose texts match the title of this one, best first; weak matches are left out. Searched at most once a minute
 * for each skill in each process.
 */
export function listRelated(ctx: Context, skill: { skill_id: string; title: string }): Promise<Related[]> {
  return kept(`${skill.skill_id} ${skill.title}`, () => find(ctx, skill));
}

async function find(ctx: Context, { skill_id, title }: { skill_id: string; title: string }): Promise<Related[]> {
  const { data } = await listSkills(ctx, { q: title, limit: SHOWN_MAX + 1 });
  return data
    .filter((one) => one.skill_id !== skill_id && one.strength !== "weak")
    .slice(0, SHOWN_MAX)
    .map((one) => ({
      skill_id: one.skill_id,
      title: one.title,
      path: new URL(one.canonical_url).pathname,
      review: one.review,
      reviewed_technology: reviewedTechnology(one),
    }));
}

type Version = { review: Review; applicability: ApplicabilityEntry[] };

/**
 * The technology whose version a review checked: the only one stated, else the only one whose stated versions contain
 * the checked one, else the only one of those that the note names before that version ("on Node 20.20.2"). Null when it
 * is ambiguous. Pure.
 */
export function reviewedTechnology(version: Version): string | null {
  const { review, applicability } = version;
  if (review.state !== "reviewed") return null;
  const holding = applicability.filter(({ technology, ...stated }) => {
    if (stated.constraint === review.version_checked) return true;
    const checked = guessEntry(technology, review.version_checked);
    return judgeApplicability([checked], [{ technology, ...stated }]).verdict === "compatible";
  });
  const candidates = applicability.length === 1 ? applicability : holding;
  const names = new Map(candidates.map(({ technology }) => [normaliseTechnology(technology), technology]));
  return onlyOne([...names.values()]) ?? onlyOne(namedBefore(review.version_checked, review.note, names));
}

/** Those of these technologies that a note names right before a version. */
function namedBefore(version: string, note: string, names: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  const parts = note.split(version);
  parts.slice(0, -1).forEach((before, place) => {
    // 20.20.2 is not 120.20.2 and not 20.20.21.
    if (/^[\w-]|^\.\d/.test(parts[place + 1] ?? "")) return;
    const word = /([\p{L}\p{N}@/.+#_-]+)\s+v?$/u.exec(before.slice(-80))?.[1];
    const name = word && names.get(normaliseTechnology(word));
    if (name) found.add(name);
  });
  return [...found];
}

function onlyOne(technologies: string[]): string | null {
  const [only, second] = technologies;
  return only !== undefined && second === undefined ? only : null;
}

/** A version for pages: with the technology whose version its review checked. */
export function withReviewedTechnology<T extends Version>(version: T): T & { reviewed_technology: string | null } {
  return { ...version, reviewed_technology: reviewedTechnology(version) };
}

type AuthorPage = {
  connection_id: string;
  author: Signature;
  /** The newest listed version by this author of each skill, newest first, at most `SKILLS_MAX`. */
  skills: VersionCard[];
  skill_count: number;
  /** Of all listed versions by this author. */
  outcomes: { resolved: number; partial: number; failed: number };
  /** About the author's versions, newest first, each with the version's title. */
  decisions: Array<Decision & { title: string }>;
};

const SKILLS_MAX = 50;
const DECISIONS_MAX = 25;

/**
 * A connection that has published, with its skills, their outcomes and the decisions about them. Throws `not_found` for
 * every other connection: the id of one that has published nothing is not public.
 */
export async function getAuthorPage(ctx: Context, { connection_id }: { connection_id: string }): Promise<AuthorPage> {
  const [row, versions, decisions] = await read((sql) =>
    Promise.all([
      authorById(sql, connection_id),
      versionsBy(sql, connection_id, SKILLS_MAX),
      decisionsAboutVersionsBy(sql, connection_id, DECISIONS_MAX),
    ]),
  );
  if (!row) throw new Problem("not_found", { detail: "No author has this id." });
  const { resolved, partial, failed } = row;
  return {
    connection_id,
    author: presentAuthor(row, IMPORTED_NAME),
    skills: await listSkillCards(ctx, versions),
    skill_count: row.skills,
    outcomes: { resolved, partial, failed },
    decisions: decisions.map(({ title, ...decision }) => ({ ...presentDecision(decision), title })),
  };
}

/** The author of a version, a connection, and its id; null for imported versions. */
export async function getAuthor(
  _ctx: Context,
  { skill_id, version_id }: { skill_id: string; version_id: string },
): Promise<{ author: (Signature & { connection_id: string }) | null }> {
  const version = await read((sql) => versionMeta(sql, skill_id, version_id));
  const connection_id = version?.author_connection_id ?? null;
  if (!version || connection_id === null) return { author: null };
  return { author: { connection_id, ...presentAuthor(version, IMPORTED_NAME) } };
}
