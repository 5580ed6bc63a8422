import type { Sql } from "@/db/client";
import { type ControlRow, lockControl, storeControl } from "@/db/queries/connections";
import { cancelOperations, operationsOf } from "@/db/queries/operations";
import type { InputOf } from "@/lib/contract/endpoint";
import type { setControls as contract } from "@/lib/contract/knowledge/controls";
import { commitOnce } from "@/lib/domain/commit-once";
import { refuseMode } from "@/lib/domain/connections/control-mode";
import { type Answered, type Connection, type Context, requireConnection } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";

type Mode = Connection["control_mode"];
type Input = InputOf<typeof contract>;
type Answer = {
  data: {
    control: { mode: Mode; control_revision: string };
    cancelled: string[];
    not_cancelled: Array<{ operation_ref: string; reason: "already_finished" | "unknown" }>;
  };
};

/**
 * Sets the control mode and cancels pending operations if the revision is still the expected one; else throws
 * `control_revision_conflict` (409) and changes nothing. The revision increases by one when the mode changes or an
 * operation is cancelled. The connection's row is locked first, so one of several setters wins per revision, and
 * running writes commit before this answers.
 */
export async function setControls(ctx: Context, input: Input): Promise<Answered<Answer>> {
  const { connection_id } = requireConnection(ctx);
  let current: ControlRow | null = null;
  return commitOnce<Answer>(ctx, {
    first: async (sql) => {
      current = await lockControl(sql, connection_id);
      refuseMode(current?.control_mode ?? "revoked", "controls");
    },
    effect: (sql) => apply(sql, connection_id, current, input),
    redact: (answer) => answer,
    restore: async (_sql, stored) => stored as Answer,
  });
}

/** `current` is the connection's control, locked by this transaction. */
async function apply(sql: Sql, connection_id: string, current: ControlRow | null, input: Input): Promise<Answer> {
  if (!current) throw new Problem("invalid_token");
  if (current.control_revision !== input.expected_control_revision) {
    throw new Problem("control_revision_conflict", {
      detail: `expected ${input.expected_control_revision}, current ${current.control_revision}`,
      extra: { current_control_revision: current.control_revision, current_mode: current.control_mode },
    });
  }
  const mode = input.mode ?? current.control_mode;
  const wanted = input.cancel_operation_refs ?? [];
  const cancelled =
    mode === "revoked" || wanted.length > 0
      ? await cancelOperations(sql, connection_id, mode === "revoked" ? null : wanted)
      : [];
  const changed = mode !== current.control_mode || cancelled.length > 0;
  const control = changed ? await storeControl(sql, connection_id, mode) : current;
  return {
    data: {
      control: { mode: control.control_mode, control_revision: control.control_revision },
      cancelled: wanted
        .filter((ref, i) => cancelled.includes(ref) && wanted.indexOf(ref) === i)
        .concat(cancelled.filter((ref) => !wanted.includes(ref))),
      not_cancelled: await whyNot(
        sql,
        connection_id,
        [...new Set(wanted)].filter((ref) => !cancelled.includes(ref)),
      ),
    },
  };
}

async function whyNot(sql: Sql, connection_id: string, refs: string[]): Promise<Answer["data"]["not_cancelled"]> {
  if (refs.length === 0) return [];
  const own = new Set((await operationsOf(sql, connection_id, refs)).map((row) => row.operation_ref));
  return refs.map((operation_ref) => ({
    operation_ref,
    reason: own.has(operation_ref) ? "already_finished" : "unknown",
  }));
}
