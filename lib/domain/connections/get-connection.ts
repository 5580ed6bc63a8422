import { read } from "@/db/client";
import { connectionById } from "@/db/queries/connections";
import { waitingOperations } from "@/db/queries/operations";
import { type OwnConnection, WAITING_OPERATIONS_MAX } from "@/lib/contract/public/connections";
import { requireConnection } from "@/lib/domain/connections/require-connection";
import type { Context } from "@/lib/domain/context";
import { markOf } from "@/lib/domain/present/author";
import { presentOperation } from "@/lib/domain/present/operation";
import { Problem } from "@/lib/platform/errors";

/** The connection of the caller's token, with its pending operations. The token itself is not stored anywhere. */
export async function getConnection(ctx: Context): Promise<{ data: OwnConnection }> {
  const { connection_id } = requireConnection(ctx);
  const [row, operations] = await read((sql) =>
    Promise.all([connectionById(sql, connection_id), waitingOperations(sql, connection_id, WAITING_OPERATIONS_MAX)]),
  );
  if (!row) throw new Problem("invalid_token");
  return {
    data: {
      connection_id,
      name: row.name,
      mark: markOf(connection_id),
      homepage: row.homepage,
      role: row.role,
      control: { mode: row.control_mode, control_revision: row.control_revision },
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      earlier_token_ends_at: row.earlier_token_ends_at?.toISOString() ?? null,
      recovery_codes_left: row.recovery_codes,
      waiting: { count: row.waiting, operations: operations.map(presentOperation) },
    },
  };
}
