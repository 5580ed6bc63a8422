import type { Context } from "@/lib/domain/context";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";

/** The context of a page that is rendered by the server: anonymous, and it only looks. */
export function pageContext(): Context {
  return {
    request_id: newId("req"),
    log: log(),
    client: null,
    connection: null,
    idempotency: null,
    read_only_because: "Pages only look.",
    spendToStore: () => Promise.reject(new Error("A page stores nothing.")),
  };
}
