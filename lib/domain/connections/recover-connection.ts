import { read, transaction } from "@/db/client";
import { lockControl } from "@/db/queries/controls";
import { findRecoveryCode, replaceTokens, spendRecoveryCode } from "@/db/queries/tokens";
import { refuseMode } from "@/lib/domain/connections/control-mode";
import { newToken } from "@/lib/domain/connections/new-token";
import { isStoredCode, partsOf } from "@/lib/domain/connections/recovery-codes";
import type { Context } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/secret";

type Recovered = { data: { connection_id: string; name: string; token: string; recovery_codes_left: number } };

/**
 * Gives the connection of a recovery code a new token and ends its others. The code is used up; of two callers with it
 * at once, one wins. Throws `recovery_code_invalid` for every other text, after the same work.
 */
export async function recoverConnection(
  _ctx: Context,
  { recovery_code }: { recovery_code: string },
): Promise<Recovered> {
  const parts = partsOf(recovery_code);
  const stored = await read((sql) => findRecoveryCode(sql, parts.code_id));
  if (!(await isStoredCode(parts, stored)) || !stored) throw new Problem("recovery_code_invalid");
  const { code_id, connection_id, name } = stored;
  const token = newToken();
  return transaction(async (sql) => {
    const control = await lockControl(sql, connection_id);
    refuseMode(control?.control_mode ?? "revoked", "controls");
    const recovery_codes_left = await spendRecoveryCode(sql, code_id, connection_id);
    if (recovery_codes_left === null) throw new Problem("recovery_code_invalid");
    await replaceTokens(sql, connection_id, sha256(token));
    return { data: { connection_id, name, token, recovery_codes_left } };
  });
}
