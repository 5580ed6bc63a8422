import { read } from "@/db/client";
import { authorById, versionsBy } from "@/db/queries/authors";
import { decisionsAboutVersionsBy } from "@/db/queries/decisions";
import { versionMeta } from "@/db/queries/version-history";
import type { Signature } from "@/lib/contract/primitives";
import type { Decision } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import { IMPORTED_NAME, presentAuthor } from "@/lib/domain/present/author";
import { presentDecision } from "@/lib/domain/present/decision";
import { listVersionCards, type VersionCard } from "@/lib/domain/skills/list-version-cards";
import { Problem } from "@/lib/platform/errors";
import { skillUrl } from "@/lib/platform/urls";

export type AuthorPage = {
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
  const cards = await listVersionCards(
    ctx,
    versions.map(({ version_id }) => version_id),
  );
  const { resolved, partial, failed } = row;
  return {
    connection_id,
    author: presentAuthor(row, IMPORTED_NAME),
    skills: versions.flatMap(({ version_id, skill_id, slug }) => {
      const card = cards.find((one) => one.version_id === version_id);
      return card ? [{ ...card, canonical_url: skillUrl(skill_id, slug) }] : [];
    }),
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
