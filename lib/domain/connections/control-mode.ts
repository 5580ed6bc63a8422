import type { Sql } from "@/db/client";
import { type ControlRow, holdControl } from "@/db/queries/connections";
import type { Connection } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";

export type Access = "read" | "write" | "sync" | "controls";

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
