/** The path of one of our own absolute URLs, for links that stay on the host that serves the page. */
export function pathOf(canonical_url: string): string {
  const { pathname, search, hash } = new URL(canonical_url);
  return pathname + search + hash;
}
