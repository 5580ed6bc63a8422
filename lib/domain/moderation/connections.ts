import { z } from "zod";
import { read, type Sql } from "@/db/client";
import { connectionsByTime, signupIsOpen, storeSignup } from "@/db/queries/connections";
import type { InputOf } from "@/lib/contract/endpoint";
import type {
  ListedConnection,
  listConnections as listConnectionsContract,
  revokeConnection as revokeConnectionContract,
  setSignup as setSignupContract,
} from "@/lib/contract/maintenance/connections";
import { ConnectionId, Timestamp } from "@/lib/contract/primitives";
import { type Revoked, revokeNow } from "@/lib/domain/connections/controls";
import type { Context } from "@/lib/domain/context";
import { authorizeMaintainer, byMaintainer, type Moderation } from "@/lib/domain/moderation/moderate";
import { type Decider, recordChange } from "@/lib/domain/publishing/record-change";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";

type ListInput = InputOf<typeof listConnectionsContract>;
type Answer = { data: ListedConnection[]; next_cursor: string | null; signup: "open" | "closed" };

const LIMIT = 20;
const Position = z.strictObject({ created_at: Timestamp, connection_id: ConnectionId });

/** Connections, newest first. Throws `maintainer_required`. */
export async function listConnections(ctx: Context, input: ListInput): Promise<Answer> {
  await authorizeMaintainer(ctx);
  const limit = input.limit ?? LIMIT;
  const binding = { endpoint: "list_connections", filter: { q: input.q } };
  const position = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const [rows, open] = await read((sql) =>
    Promise.all([connectionsByTime(sql, input.q ?? null, position, limit + 1), signupIsOpen(sql)]),
  );
  const { page, next_cursor } = pageOf(binding, rows, limit, (last) => ({
    created_at: last.created_at.toISOString(),
    connection_id: last.connection_id,
  }));
  return {
    data: page.map(({ control_mode, control_revision, created_at, ...row }) => ({
      ...row,
      control: { mode: control_mode, control_revision },
      created_at: created_at.toISOString(),
    })),
    next_cursor,
    signup: open && env().SIGNUP !== "closed" ? "open" : "closed",
  };
}

type RevokeInput = InputOf<typeof revokeConnectionContract>;

/**
 * Revokes a connection permanently. Nothing by this connection commits after the response; its pending operations are
 * cancelled.
 */
export const revoking: Moderation<RevokeInput, Revoked> = {
  concerns: async (_sql, input) => [input.connection_id],
  strength: "update",
  effect: revoke,
};

export const revokeConnection = byMaintainer(revoking);

async function revoke(sql: Sql, decider: Decider, input: RevokeInput): Promise<Revoked> {
  const revoked = await revokeNow(sql, decider, input);
  if (!revoked) throw new Problem("not_found", { detail: "No connection has this id." });
  if (revoked === "already") throw new Problem("invalid_transition", { detail: "The connection is revoked already." });
  return revoked;
}

type SignupInput = InputOf<typeof setSignupContract>;

/** Opens or closes signup. SIGNUP=closed in the environment overrides this decision. */
export const settingSignup: Moderation<SignupInput, { open: boolean }> = {
  effect: async (sql, decider, { open, reason }) => {
    await storeSignup(sql, open);
    await recordChange(sql, decider, { kind: "signup", reason, details: { open } });
    return { open };
  },
};

export const setSignup = byMaintainer(settingSignup);
