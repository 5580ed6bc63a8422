/** A path with those query parameters that have a value. */
export function address(path: string, parameters: Record<string, string | undefined>): string {
  const search = new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}
