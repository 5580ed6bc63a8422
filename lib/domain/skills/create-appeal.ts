import { z } from "zod";
import { storeAppeal } from "@/db/queries/decisions";
import { lockSkillSelection, versionPlace } from "@/db/queries/selection";
import { withdrawalOf } from "@/db/queries/version-history";
import type { InputOf } from "@/lib/contract/endpoint";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import type { createAppeal as contract } from "@/lib/contract/public/appeals";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/control-mode";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, requireConnection } from "@/lib/domain/context";
import { refuseUnreadable } from "@/lib/domain/present/decision";
import { versionRef } from "@/lib/domain/present/version";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

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
      const place = await versionPlace(sql, version_id);
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
