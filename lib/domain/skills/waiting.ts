import { z } from "zod";
import { read } from "@/db/client";
import { storeAppeal } from "@/db/queries/decisions";
import { type WaitingRow, waitingVersions } from "@/db/queries/quarantine";
import { lockSkillSelection, versionState } from "@/db/queries/selection";
import { withdrawalOf } from "@/db/queries/version-history";
import type { InputOf } from "@/lib/contract/endpoint";
import { type SkillVersionRef, Timestamp, VersionId } from "@/lib/contract/primitives";
import type { createAppeal as contract } from "@/lib/contract/public/skills";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/controls";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, requireConnection } from "@/lib/domain/context";
import { refuseUnreadable } from "@/lib/domain/present/decision";
import { presentQuarantine, ruleFindings, versionRef } from "@/lib/domain/present/version";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { versionUrl } from "@/lib/platform/urls";

/** A version that waits, with the lines that the rules found. Its words are only at its own address. */
type WaitingVersion = {
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
  const { page, next_cursor } = pageOf(BINDING, rows, PAGE, ({ quarantined_at, version_id }) => ({
    since: quarantined_at.toISOString(),
    version_id,
  }));
  return { data: page.map(presentWaiting), next_cursor };
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

type Appeal = { appeal_id: string; ref: SkillVersionRef; text: string; state: "open"; created_at: string };

/**
 * Asks a maintainer to look at a version of the caller's that waits; while one appeal is open, another one answers the
 * same. Throws `not_found`, `withdrawn`, `not_author`, and `invalid_transition` for a version that does not wait.
 */
export async function createAppeal(ctx: Context, input: InputOf<typeof contract>): Promise<Answered<{ data: Appeal }>> {
  const { connection_id } = requireConnection(ctx);
  const { skill_id, version_id, text } = input;
  await requirePublicTexts(ctx, [{ pointer: "/text", text }]);
  return commitOnce<{ data: Appeal }>(ctx, {
    first: (sql) => requireMode(sql, connection_id, "write"),
    effect: async (sql) => {
      // Under the skill's lock, so that no appeal is stored behind the decision that would have answered it.
      await lockSkillSelection(sql, skill_id);
      const place = await versionState(sql, { version_id });
      if (place?.skill_id !== skill_id) throw new Problem("not_found", { detail: "This skill has no such version." });
      if (place.author_connection_id !== connection_id) throw new Problem("not_author");
      if (place.withdrawn) throw refuseUnreadable(await withdrawalOf(sql, skill_id, version_id));
      if (!place.waits) throw new Problem("invalid_transition", { detail: "The version does not wait." });
      const row = await storeAppeal(sql, { appeal_id: newId("apl"), version_id, body: text });
      const { appeal_id, body, created_at } = row;
      return {
        data: { appeal_id, ref: versionRef(place), text: body, state: "open", created_at: created_at.toISOString() },
      };
    },
    redact: ({ data }) => JSON.parse(JSON.stringify(data)),
    restore: async (_sql, stored) => ({ data: z.custom<Appeal>().parse(stored) }),
  });
}
