import type { Context } from "@/lib/context";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";

/**
 * The context of a server-rendered page: anonymous, and read-only unless the page handles a form that its visitor
 * submitted on purpose (`{ writes: true }`).
 */
export function pageContext(options: { writes?: boolean; client?: string; spend?: Context["spend"] } = {}): Context {
  return {
    request_id: newId("req"),
    log: log(),
    client: options.client ?? null,
    connection: null,
    idempotency: null,
    read_only_because: options.writes ? null : "Pages only look.",
    spend: options.spend ?? (async () => {}),
    replayed: false,
    etag: null,
  };
}
