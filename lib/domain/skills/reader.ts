import { CONSTRAINT_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import type { Asked } from "@/lib/search/asked/read-asked";
import { askedOf } from "@/lib/search/asked/read-with-library";

/** What a reader says about the own project. Without a technology the version says nothing. */
export type Reader = { technology?: string | undefined; version?: string | undefined };

/** The reader that the parameters of an address name. A value that is too long counts as absent. */
export function readerOf(given: {
  technology?: string | null | undefined;
  version?: string | null | undefined;
}): Reader {
  const [technology, version] = [given.technology?.trim(), given.version?.trim()];
  if (!technology || technology.length > TECHNOLOGY_CHARACTERS_MAX) return {};
  return { technology, version: version && version.length <= CONSTRAINT_CHARACTERS_MAX ? version : undefined };
}

/** What a reader named, as search understands it; null without a technology. Throws `unavailable`. */
export async function understood({ technology, version }: Reader): Promise<Asked | null> {
  return technology ? askedOf({ technology, version, infer: false }) : null;
}
