import { z } from "zod";
import { read } from "@/db/client";
import { signupIsOpen } from "@/db/queries/maintenance";
import { connectionsByTime } from "@/db/queries/maintenance-connections";
import type { InputOf } from "@/lib/contract/endpoint";
import type { listConnections as contract, ListedConnection } from "@/lib/contract/maintenance/connections";
import { ConnectionId, Timestamp } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { authorizeMaintainer } from "@/lib/domain/moderation/require-maintainer";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { env } from "@/lib/platform/env";

type Input = InputOf<typeof contract>;
type Answer = { data: ListedConnection[]; next_cursor: string | null; signup: "open" | "closed" };

const LIMIT = 20;
const Position = z.strictObject({ created_at: Timestamp, connection_id: ConnectionId });

/** Connections, newest first. Throws `maintainer_required`. */
export async function listConnections(ctx: Context, input: Input): Promise<Answer> {
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
