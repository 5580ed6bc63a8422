import { AsyncLocalStorage } from "node:async_hooks";

/**
 * One value per process, for every copy of the module. Next bundles its own copy of `lib/`, so a module-level variable
 * would exist twice, and a pool, limiter or breaker would then guard only half of the traffic.
 */
export function singleton<T>(name: string, make: () => T): T {
  if (!values.has(name)) values.set(name, make());
  // The type is safe because each name is used in one place of the code.
  return values.get(name) as T;
}

/** Drops a value made by `singleton`, so that the next caller makes a new one. */
export function forget(name: string): void {
  values.delete(name);
}

/** All copies of this module share one map. It is looked up once, because access to the global object is slow. */
const values = sharedMap();

function sharedMap(): Map<string, unknown> {
  const slots: Record<symbol, unknown> = Object(globalThis);
  const key = Symbol.for("cairn.process");
  const shared = slots[key];
  if (shared instanceof Map) return shared;
  const made = new Map<string, unknown>();
  slots[key] = made;
  return made;
}

/**
 * Runs `work` in the async context of the start of the process. Sockets that outlive a request must be opened so: they
 * hold on to the context in which they were opened or last reused, which during the rendering of a page is the whole
 * rendering, and through Node's list of immediates other renderings of that time as well.
 */
export const outsideRequests = singleton("outside-requests", () => AsyncLocalStorage.snapshot());
