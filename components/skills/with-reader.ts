import { address } from "@/components/address";

/** What a reader says of their own technology. */
export type Reader = { technology?: string | undefined; version?: string | undefined };

/** An address that also says what the reader has, so that the page it leads to answers at once. */
export function withReader(path: string, reader: Reader): string {
  const { technology, version } = reader;
  return technology ? address(path, { technology, version }) : path;
}
