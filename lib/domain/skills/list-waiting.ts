import { z } from "zod";
import { read } from "@/db/client";
import { type WaitingRow, waitingVersions } from "@/db/queries/quarantine";
import { Timestamp, VersionId } from "@/lib/contract/primitives";
import { presentQuarantine, ruleFindings } from "@/lib/domain/present/version";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { versionUrl } from "@/lib/platform/urls";

/** A version that waits, with the lines that the rules found. Its words are only at its own address. */
export type WaitingVersion = {
  skill_id: string;
  version_id: string;
  canonical_url: string;
  since: string;
  reasons: Array<{ reason: string; lines: number[] }>;
  /** Since when its author asks for a look; null while the author does not. */
  appealed_at: string | null;
};

const BINDING = { endpoint: "waiting" };
const PAGE = 50;
const Position = z.strictObject({ since: Timestamp, version_id: VersionId });

/** Everything that waits, the latest first. Throws `invalid_cursor`. */
export async function listWaiting(
  _ctx: unknown,
  { cursor }: { cursor?: string | undefined },
): Promise<{ data: WaitingVersion[]; next_cursor: string | null }> {
  const position = cursor === undefined ? null : openCursor(BINDING, cursor, Position);
  const rows = await read((sql) => waitingVersions(sql, position, PAGE + 1));
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: page.map(presentWaiting),
    next_cursor:
      rows.length > PAGE && last
        ? sealCursor(BINDING, { since: last.quarantined_at.toISOString(), version_id: last.version_id })
        : null,
  };
}

function presentWaiting(row: WaitingRow): WaitingVersion {
  const { skill_id, version_id, appealed_at } = row;
  const found = ruleFindings(row.checks);
  const { since = "", reasons = [] } = presentQuarantine(row) ?? {};
  return {
    skill_id,
    version_id,
    canonical_url: versionUrl(skill_id, version_id),
    since,
    reasons: reasons.map((reason) => ({
      reason,
      lines: found.filter(({ rule }) => rule === reason).map(({ line }) => line),
    })),
    appealed_at: appealed_at?.toISOString() ?? null,
  };
}
