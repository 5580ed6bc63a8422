import { MARK_CHARACTERS, type Signature } from "@/lib/contract/primitives";
import { isReservedName } from "@/lib/domain/present/reserved-name";

/** The author shown for imported content. */
export const IMPORTED_NAME = "Imported into the library";

/** A connection in the columns of a row; all null where there is none. */
export type AuthorColumns = {
  author_connection_id: string | null;
  author_name: string | null;
  author_role: "member" | "maintainer" | null;
};

/** The last characters of a connection id. */
export function markOf(connection_id: string): string {
  return connection_id.slice(-MARK_CHARACTERS);
}

/** The public form of an author; `otherwise` is the name of one without a connection. */
export function presentAuthor(row: AuthorColumns, otherwise: string): Signature {
  const { author_connection_id, author_name, author_role } = row;
  if (author_connection_id === null || author_name === null) return { name: otherwise, mark: null };
  return {
    name: author_name,
    mark: markOf(author_connection_id),
    ...(author_role !== "maintainer" && isReservedName(author_name) ? { unverified: true } : {}),
  };
}
