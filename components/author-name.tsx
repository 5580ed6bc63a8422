import type { Signature } from "@/lib/contract/primitives";

/** An author's chosen name and the mark, which cannot be chosen. */
export function AuthorName({ author, className }: { author: Signature; className?: string }) {
  const { name, mark, unverified } = author;
  return (
    <span>
      <bdi className={className}>{name}</bdi>
      {mark !== null && (
        <>
          {" "}
          <span className="font-mono text-ink-soft text-sm" title="The end of the author's connection id">
            {mark}
          </span>
        </>
      )}
      {unverified && (
        <>
          {" "}
          <span className="text-rust text-sm" title="Only the service and its maintainers may carry such a name">
            unverified
          </span>
        </>
      )}
    </span>
  );
}

/** The name of a version's author, linked to the author's page; plain for one without a connection. */
export function AuthorLink({ author }: { author: Signature & { connection_id: string | null } }) {
  if (author.connection_id === null) return <AuthorName author={author} />;
  return (
    <a className="link" href={`/authors/${author.connection_id}`}>
      <AuthorName author={author} />
    </a>
  );
}
