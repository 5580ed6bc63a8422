import { connectionByToken } from "@/db/queries/connections";
import { rotateToken as storeRotation } from "@/db/queries/tokens";
import type { InputOf } from "@/lib/contract/endpoint";
import type { rotateToken as contract } from "@/lib/contract/public/tokens";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/control-mode";
import { newToken } from "@/lib/domain/connections/new-token";
import { requireConnection } from "@/lib/domain/connections/require-connection";
import type { Answered, Context } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/secret";

type Rotated = { data: { connection_id: string; token: string | null; earlier_token_ends_at: string } };

/**
 * Replaces the caller's token. Only this answer contains the new one. Throws `invalid_transition` when the caller's
 * token has been replaced and works only for the rest of an overlap, `invalid_token` when it has ended meanwhile.
 */
export async function rotateToken(
  ctx: Context,
  { overlap_seconds = 0 }: InputOf<typeof contract>,
): Promise<Answered<Rotated>> {
  const { connection_id, token_hash: from } = requireConnection(ctx);
  const token = newToken();
  return commitOnce<Rotated>(ctx, {
    first: (sql) => requireMode(sql, connection_id, "controls"),
    effect: async (sql) => {
      const rotated = await storeRotation(sql, { connection_id, from, to: sha256(token), overlap_seconds });
      if (!rotated && !(await connectionByToken(sql, from))) throw new Problem("invalid_token");
      if (!rotated)
        throw new Problem("invalid_transition", {
          detail: "This token has been replaced already. Only the newer one can be replaced.",
        });
      const earlier_token_ends_at = rotated.earlier_token_ends_at.toISOString();
      return { data: { connection_id, token, earlier_token_ends_at } };
    },
    redact: ({ data }) => ({ data: { ...data, token: null } }),
    restore: async (_sql, stored) => stored as Rotated,
  });
}
