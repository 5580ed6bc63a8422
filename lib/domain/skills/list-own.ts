import { z } from "zod";
import { read } from "@/db/client";
import { ownRows } from "@/db/queries/search-rows";
import type { InputOf } from "@/lib/contract/endpoint";
import { Timestamp, VersionId } from "@/lib/contract/primitives";
import type { SkillSummary } from "@/lib/contract/public/resources";
import type { listSkills as contract } from "@/lib/contract/public/skills";
import { type Context, requireConnection } from "@/lib/domain/context";
import { presentSummaries } from "@/lib/domain/present/skill-summary";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";

const Position = z.strictObject({ created_at: Timestamp, version_id: VersionId });

type Own = { data: SkillSummary[]; next_cursor: string | null; degraded: boolean; warnings: [] };

/**
 * The caller's versions that are selected or wait, newest first. Throws `authentication_required` without a token,
 * `validation_failed` for a filter, and `invalid_cursor`.
 */
export async function listOwn(
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
  const position = cursor === undefined ? null : openCursor(binding, cursor, Position);
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
