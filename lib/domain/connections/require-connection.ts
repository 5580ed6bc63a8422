import type { Connection, Context } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";

/** The caller's connection. Throws `authentication_required` (401) for anonymous calls. */
export function requireConnection(ctx: Context): Connection {
  if (!ctx.connection) throw new Problem("authentication_required");
  return ctx.connection;
}
