/** The path of one of our own absolute addresses, for links that stay on whichever host serves the page. */
export function pathOf(canonical_url: string): string {
  const { pathname, search, hash } = new URL(canonical_url);
  return pathname + search + hash;
}
