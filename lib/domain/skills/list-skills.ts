import { z } from "zod";
import { read } from "@/db/client";
import { isSourceId } from "@/db/queries/directory";
import { addressOfSource } from "@/db/queries/sources";
import type { SearchWarning } from "@/lib/contract/asked";
import type { InputOf } from "@/lib/contract/endpoint";
import type { SkillSummary } from "@/lib/contract/public/resources";
import type { listSkills as contract } from "@/lib/contract/public/skills";
import type { Context } from "@/lib/domain/context";
import { presentSummaries } from "@/lib/domain/present/skill-summary";
import { listOwn } from "@/lib/domain/skills/list-own";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { type DirectoryPage, type DirectoryPosition, searchDirectory } from "@/lib/search/directory";

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
