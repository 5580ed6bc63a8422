/** A member of a parsed document that is an object; null for every other value. */
export function own(of: unknown, key: string): Record<string, unknown> | null {
  const value: unknown = Object.hasOwn(Object(of), key) ? Object(of)[key] : null;
  return typeof value === "object" && value !== null ? Object(value) : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
