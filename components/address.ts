/** A path with those query parameters that have a value. */
export function address(path: string, parameters: Record<string, string | undefined>): string {
  const search = new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The path of one of our own absolute URLs, for links that stay on the host that serves the page. */
export function pathOf(canonical_url: string): string {
  const { pathname, search, hash } = new URL(canonical_url);
  return pathname + search + hash;
}

/** The reader's technology and version. */
export type Reader = { technology?: string | undefined; version?: string | undefined };

/** A URL that includes the reader's technology, so that the page shows at once whether the skill fits. */
export function withReader(path: string, reader: Reader): string {
  const { technology, version } = reader;
  return technology ? address(path, { technology, version }) : path;
}
