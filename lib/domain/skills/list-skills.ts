import { z } from "zod";
import type { SearchWarning } from "@/lib/contract/asked";
import type { InputOf } from "@/lib/contract/endpoint";
import type { SkillSummary } from "@/lib/contract/public/resources";
import type { listSkills as contract } from "@/lib/contract/public/skills";
import type { Context } from "@/lib/domain/context";
import { presentOrigin, presentOutcomes, presentReview, versionRef } from "@/lib/domain/present/version";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { listedUrl, versionAddresses } from "@/lib/platform/urls";
import { type DirectoryHit, type DirectoryPage, type DirectoryPosition, searchDirectory } from "@/lib/search/directory";

type Input = InputOf<typeof contract>;

const LIMIT_DEFAULT = 20;
/** The cursor is authenticated, so its content comes from this verb. */
const Position = z.custom<DirectoryPosition>((value) => typeof value === "object" && value !== null);

/** What the directory page shows beside the list, see lib/search/directory.ts. */
type Browsed = Listed & Pick<DirectoryPage, "facets" | "weak" | "named">;
type Listed = { data: SkillSummary[]; next_cursor: string | null; degraded: boolean; warnings: SearchWarning[] };

/** The directory: every skill, or those that match `q`. Publishes and stores nothing. */
export async function listSkills(_ctx: Context, input: Input): Promise<Listed> {
  const { data, next_cursor, degraded, warnings } = await list(input, false);
  return { data, next_cursor, degraded, warnings };
}

/** The same with the counts of each further choice, for the directory page. */
export async function browseSkills(_ctx: Context, input: Input): Promise<Browsed> {
  return list(input, true);
}

async function list(input: Input, facets: boolean): Promise<Browsed> {
  const { q, technology, version, reviewed, reported } = input;
  const sort = input.sort ?? (q === undefined ? "updated" : "relevance");
  const binding = { endpoint: "list_skills", filter: { q, technology, version, reviewed, reported, sort } };
  const position = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const limit = input.limit ?? LIMIT_DEFAULT;
  const found = await searchDirectory({ q, technology, version, reviewed, reported, sort, limit, position, facets });
  return {
    data: found.hits.map(presentSummary),
    next_cursor: found.next ? sealCursor(binding, found.next) : null,
    degraded: found.degraded,
    warnings: found.warnings,
    facets: found.facets,
    weak: found.weak,
    named: found.named,
  };
}

/** An item of the directory. */
export function presentSummary({ row, verdict, match }: DirectoryHit): SkillSummary {
  return {
    skill_id: row.skill_id,
    slug: row.slug,
    title: row.title,
    description: row.description,
    canonical_url: listedUrl(row),
    selected: versionRef({ skill_id: row.skill_id, version_id: row.selected_version_id ?? row.version_id }),
    version: versionRef(row),
    ...versionAddresses(row),
    applicability: row.applicability,
    review: presentReview(row),
    outcomes: presentOutcomes(row),
    origin: presentOrigin(row),
    updated_at: row.updated_at.toISOString(),
    verdict,
    strength: match?.strength ?? null,
    match,
  };
}
