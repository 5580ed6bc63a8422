import { z } from "zod";
import { read } from "@/db/client";
import { type JudgedAgainRow, judgedAgain } from "@/db/queries/judged-again";
import { SkillFinding } from "@/lib/contract/knowledge/submission-results";
import type { JudgedAgainItem } from "@/lib/contract/maintenance/queue";
import { Timestamp, VersionId } from "@/lib/contract/primitives";
import { versionRef } from "@/lib/domain/present/version";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { versionUrl } from "@/lib/platform/urls";

const BINDING = { endpoint: "list_queue", filter: { part: "judged_again" } };
const Position = z.strictObject({ found_at: Timestamp, version_id: VersionId });

/** Published versions that the current rules would hold or refuse, oldest first. Throws `invalid_cursor`. */
export async function listJudgedAgain(
  limit: number,
  cursor?: string,
): Promise<{ data: JudgedAgainItem[]; next_cursor: string | null }> {
  const position = cursor === undefined ? null : openCursor(BINDING, cursor, Position);
  const rows = await read((sql) => judgedAgain(sql, position, limit + 1));
  const { page, next_cursor } = pageOf(BINDING, rows, limit, (last) => ({
    found_at: last.found_at.toISOString(),
    version_id: last.version_id,
  }));
  return {
    data: page.map(present),
    next_cursor,
  };
}

function present(row: JudgedAgainRow): JudgedAgainItem {
  const { skill_id, version_id, title, description, is_selected, rules_version, verdict } = row;
  return {
    ref: versionRef(row),
    canonical_url: versionUrl(skill_id, version_id),
    title,
    description,
    selected: is_selected,
    published_at: row.published_at.toISOString(),
    rules_version,
    verdict,
    findings: z.array(SkillFinding).parse(row.findings),
    since: row.found_at.toISOString(),
  };
}
