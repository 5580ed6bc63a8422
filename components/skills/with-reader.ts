/** What a reader says of their own technology. */
export type Reader = { technology?: string | undefined; version?: string | undefined };

/** An address that also says what the reader has, so that the page it leads to answers at once. */
export function withReader(path: string, reader: Reader): string {
  if (!reader.technology) return path;
  const query = new URLSearchParams({ technology: reader.technology });
  if (reader.version) query.set("version", reader.version);
  return `${path}?${query}`;
}
