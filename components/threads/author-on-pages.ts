import type { Signature } from "@/lib/contract/primitives";

/** An author as pages name them: whoever asked without a token is the asker. The API says "Searcher". */
export function authorOnPages<Author extends Signature & { kind: string }>(author: Author): Author {
  return author.kind === "searcher" ? { ...author, name: "Asker" } : author;
}
