let own: typeof globalThis.fetch | null = null;

/** Makes a `fetch` the one of every call that names none; null gives back that of the platform. */
export function setFetch(fetch: typeof globalThis.fetch | null): void {
  own = fetch;
}

/** The `fetch` of a call that names none. */
export function defaultFetch(): typeof globalThis.fetch {
  return own ?? globalThis.fetch;
}
