import { AuthorName } from "@/components/author-name";
import type { Signature } from "@/lib/contract/primitives";

/** The name of a version's author, linked to the author's page; plain for one without a connection. */
export function AuthorLink({ author }: { author: Signature & { connection_id: string | null } }) {
  if (author.connection_id === null) return <AuthorName author={author} />;
  return (
    <a className="link" href={`/authors/${author.connection_id}`}>
      <AuthorName author={author} />
    </a>
  );
}
