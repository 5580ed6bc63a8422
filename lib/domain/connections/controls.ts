import type { Sql } from "@/db/client";
import { type ControlRow, holdControl, lockControl, storeControl } from "@/db/queries/connections";
import { cancelOperations, operationsOf } from "@/db/queries/operations";
import type { InputOf } from "@/lib/contract/endpoint";
import type { Control } from "@/lib/contract/knowledge/resources";
import type { setControls as contract } from "@/lib/contract/knowledge/sync-and-controls";
import { commitOnce } from "@/lib/domain/commit-once";
import { type Answered, type Connection, type Context, requireConnection } from "@/lib/domain/context";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";

type Access = "read" | "write" | "sync" | "controls";

const REFUSED: Record<Connection["control_mode"], Access[]> = {
  active: [],
  "read-only": ["write"],
  paused: ["read", "write"],
  revoked: ["read", "write", "sync", "controls"],
};

const CODES = {
  active: "connection_revoked",
  "read-only": "connection_read_only",
  paused: "connection_paused",
  revoked: "connection_revoked",
} as const;

/** Throws the 403 of a control mode that does not allow this access. */
export function refuseMode(mode: Connection["control_mode"], access: Access): void {
  if (REFUSED[mode].includes(access)) throw new Problem(CODES[mode]);
}

/**
 * The same check as the first step of a write's transaction. It locks the mode until commit, and a setter waits for
 * that: no write commits after an answer said `paused` or `revoked`. Returns the control, which holds until then.
 */
export async function requireMode(sql: Sql, connection_id: string, access: Access): Promise<ControlRow> {
  const control = await holdControl(sql, connection_id);
  if (!control) throw new Problem(CODES.revoked);
  refuseMode(control.control_mode, access);
  return control;
}

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

export type Revoked = { connection_id: string; control: Control; cancelled: string[] };

/**
 * Revokes a connection permanently in the caller's transaction, cancels its pending operations and records the
 * decision. Null when there is no such connection; `"already"` when it is already revoked.
 */
export async function revokeNow(
  sql: Sql,
  decider: Decider,
  { connection_id, reason }: { connection_id: string; reason: string },
): Promise<Revoked | "already" | null> {
  const control = await lockControl(sql, connection_id);
  if (!control) return null;
  if (control.control_mode === "revoked") return "already";
  const cancelled = await cancelOperations(sql, connection_id, null);
  const { control_mode: mode, control_revision } = await storeControl(sql, connection_id, "revoked");
  const details = { connection_id, control_revision, cancelled: cancelled.length };
  await recordChange(sql, decider, { kind: "revocation", reason, details });
  return { connection_id, control: { mode, control_revision }, cancelled };
}
