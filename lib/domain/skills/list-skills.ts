import { z } from "zod";
import { read } from "@/db/client";
import { isSourceId } from "@/db/queries/directory";
import { ownRows } from "@/db/queries/search-rows";
import { addressOfSource } from "@/db/queries/sources";
import { type OriginColumn, originsOf } from "@/db/queries/version-origins";
import type { InputOf } from "@/lib/contract/endpoint";
import { Timestamp, VersionId } from "@/lib/contract/primitives";
import type { SkillSummary } from "@/lib/contract/public/resources";
import type { listSkills as contract } from "@/lib/contract/public/skills";
import type { SearchWarning } from "@/lib/contract/search-answer";
import { type Context, requireConnection } from "@/lib/domain/context";
import { presentOrigin } from "@/lib/domain/present/origin";
import { presentOutcomes, presentQuarantine, presentReview, versionRef } from "@/lib/domain/present/version";
import { openCursor, pageOf, sealCursor } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { listedUrl, versionAddresses } from "@/lib/platform/urls";
import { type DirectoryHit, type DirectoryPage, type DirectoryPosition, searchDirectory } from "@/lib/search/directory";

type Input = InputOf<typeof contract>;

const LIMIT_DEFAULT = 20;
/** The cursor is authenticated, so its content comes from this verb. */
const Position = z.custom<DirectoryPosition>((value) => typeof value === "object" && value !== null);

/** What the directory page shows beside the list, see lib/search/directory.ts. */
type Browsed = Listed &
  Pick<DirectoryPage, "facets" | "weak" | "named"> & {
    /** The address of the one source that was chosen. */
    chosen_source: string | null;
  };
type Listed = { data: SkillSummary[]; next_cursor: string | null; degraded: boolean; warnings: SearchWarning[] };

/** The directory: every skill, or those that match `q`, or those of the caller. Publishes and stores nothing. */
export async function listSkills(ctx: Context, input: Input): Promise<Listed> {
  if (input.mine) return listOwn(ctx, input);
  const { data, next_cursor, degraded, warnings } = await list(input, false);
  return { data, next_cursor, degraded, warnings };
}

/** The same with the counts of each further choice, for the directory page. */
export async function browseSkills(_ctx: Context, input: Input): Promise<Browsed> {
  return list(input, true);
}

async function list(input: Input, facets: boolean): Promise<Browsed> {
  const { q, technology, version, reviewed, reported, source } = input;
  const sort = input.sort ?? (q === undefined ? "updated" : "relevance");
  const filter = { q, technology, version, reviewed, reported, source };
  const binding = { endpoint: "list_skills", filter: { ...filter, sort } };
  const position = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const limit = input.limit ?? LIMIT_DEFAULT;
  const chosen_source = source !== undefined && isSourceId(source) ? await knownSource(source) : null;
  const found = await searchDirectory({ ...filter, sort, limit, position, facets });
  return {
    data: await presentSummaries(found.hits),
    next_cursor: found.next ? sealCursor(binding, found.next) : null,
    degraded: found.degraded,
    warnings: found.warnings,
    facets: found.facets,
    weak: found.weak,
    named: found.named,
    chosen_source,
  };
}

async function knownSource(source_id: string): Promise<string> {
  const address = await read((sql) => addressOfSource(sql, source_id));
  if (address !== null) return address;
  const detail = "names no source; GET /api/v1/sources lists them";
  throw new Problem("validation_failed", {
    detail: "There is no such source.",
    errors: [{ parameter: "source", code: "unknown_reference", detail }],
  });
}

const OwnPlace = z.strictObject({ created_at: Timestamp, version_id: VersionId });

type Own = { data: SkillSummary[]; next_cursor: string | null; degraded: boolean; warnings: [] };

/**
 * The caller's versions that are selected or wait, newest first. Throws `authentication_required` without a token,
 * `validation_failed` for a filter, and `invalid_cursor`.
 */
async function listOwn(
  ctx: Context,
  { mine: _, limit = 20, cursor, ...filters }: InputOf<typeof contract>,
): Promise<Own> {
  const { connection_id } = requireConnection(ctx);
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  if (given.length > 0) {
    throw new Problem("validation_failed", {
      errors: given.map(([parameter]) => ({ parameter, code: "not_with_mine", detail: "cannot be sent with mine" })),
    });
  }
  const binding = { endpoint: "list_own_skills", subject: connection_id };
  const position = cursor === undefined ? null : openCursor(binding, cursor, OwnPlace);
  const rows = await read((sql) => ownRows(sql, connection_id, position, limit + 1));
  const { page, next_cursor } = pageOf(binding, rows, limit, (last) => ({
    created_at: last.created_at.toISOString(),
    version_id: last.version_id,
  }));
  return {
    data: await presentSummaries(page.map((row) => ({ row, verdict: null, match: null }))),
    next_cursor,
    degraded: false,
    warnings: [],
  };
}

/** Items of the directory. */
export async function presentSummaries(hits: readonly DirectoryHit[]): Promise<SkillSummary[]> {
  if (hits.length === 0) return [];
  const origins = await read((sql) => originsOf(sql, [...new Set(hits.map(({ row }) => row.version_id))]));
  return hits.map((hit) => presentSummary(hit, origins.get(hit.row.version_id)));
}

function presentSummary({ row, verdict, match }: DirectoryHit, came_from?: OriginColumn["came_from"]): SkillSummary {
  if (!came_from) throw new Error(`The version ${row.version_id} is gone.`);
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
    origin: presentOrigin({ ...row, came_from }),
    quarantine: presentQuarantine(row),
    updated_at: row.updated_at.toISOString(),
    verdict,
    strength: match?.strength ?? null,
    match,
  };
}
