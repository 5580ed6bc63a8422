/**
 * One value per process, whoever loads the module. Next bundles its own copy of `lib/`, so a module-level
 * variable would exist twice: a pool, a limiter or a breaker would then guard only half of the traffic.
 */
export function once<T>(name: string, make: () => T): T {
  if (!values.has(name)) values.set(name, make());
  // The name is the type's owner: each name is used at one place in the code.
  return values.get(name) as T;
}

/** Forgets a value made by `once`, so that the next caller makes a new one. */
export function forget(name: string): void {
  values.delete(name);
}

/** All copies of this module find the same map. They look for it once: the global object answers slowly. */
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
