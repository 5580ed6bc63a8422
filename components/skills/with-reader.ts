import { address } from "@/components/address";

/** The reader's technology and version. */
export type Reader = { technology?: string | undefined; version?: string | undefined };

/** A URL that includes the reader's technology, so that the page shows at once whether the skill fits. */
export function withReader(path: string, reader: Reader): string {
  const { technology, version } = reader;
  return technology ? address(path, { technology, version }) : path;
}
