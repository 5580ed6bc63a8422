import { read } from "@/db/client";
import { operationsOf } from "@/db/queries/operations";
import type { Operation } from "@/lib/contract/knowledge/resources";
import type { Context } from "@/lib/domain/context";
import { presentOperation } from "@/lib/domain/present/operation";
import { Problem } from "@/lib/platform/errors";

/** A submission of this connection as it is now. The caller has proved that it may read it. Throws `not_found`. */
export async function getSubmission(
  _ctx: Context,
  { connection_id, operation_ref }: { connection_id: string; operation_ref: string },
): Promise<Operation> {
  const [row] = await read((sql) => operationsOf(sql, connection_id, [operation_ref]));
  if (row?.kind !== "skill_submission") throw new Problem("not_found");
  return presentOperation(row);
}
