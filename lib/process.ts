/**
 * One value per process, whoever loads the module. Next bundles its own copy of `lib/`, so a module-level
 * variable would exist twice: a pool, a limiter or a breaker would then guard only half of the traffic.
 */
export function once<T>(name: string, make: () => T): T {
  const slots: Record<symbol, unknown> = Object(globalThis);
  const key = Symbol.for(`cairn.${name}`);
  slots[key] ??= make();
  // The name is the type's owner: each name is used at one place in the code.
  return slots[key] as T;
}

/** Forgets a value made by `once`, so that the next caller makes a new one. */
export function forget(name: string): void {
  const slots: Record<symbol, unknown> = Object(globalThis);
  delete slots[Symbol.for(`cairn.${name}`)];
}
