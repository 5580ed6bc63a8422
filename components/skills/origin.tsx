import type { ReactNode } from "react";
import { isPublicReference } from "@/lib/contract/knowledge/public-reference";
import type { Origin } from "@/lib/contract/public/resources";
import { STARTER_AUTHOR } from "@/lib/contract/starter-author";

const UNKNOWN = "Unknown source";
const COMMIT_SHOWN = 7;

/** One line: source repository, commit and author of a version. `author` is the connection's name, linked. */
export function OriginLine({ origin, author = null }: { origin: Origin | null; author?: ReactNode }) {
  const written = !isStarter(origin) && origin?.author && <bdi>{origin.author}</bdi>;
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span className="min-w-0 break-words">
        <Source origin={origin} />
      </span>
      {author && <span>Published by {author}</span>}
      {written && <span>Written by {written}</span>}
    </p>
  );
}

/** Whether a version is of the starter library, whose source is the service itself. */
export function isStarter(origin: Origin | null | undefined): boolean {
  return origin?.author === STARTER_AUTHOR;
}

function withoutRepository(origin: Origin | null): string {
  return isStarter(origin) ? STARTER_AUTHOR : UNKNOWN;
}

/** The origin in a card's line of facts: licence and repository. */
export function OriginFact({ origin }: { origin: Origin | null | undefined }) {
  if (origin === undefined) return null;
  const repository = origin?.source_repository;
  return (
    <span className="max-w-64 shrink-0 truncate">
      {repository ? <span dir="ltr">{withoutScheme(repository)}</span> : withoutRepository(origin)}
      {origin?.license && (
        <>
          {", "}
          <bdi>{origin.license}</bdi>
        </>
      )}
    </span>
  );
}

/** The repository as a link, with the commit that was read. Nobody here vouches for it. */
export function Source({ origin }: { origin: Origin | null }) {
  const repository = origin?.source_repository;
  if (!repository) return withoutRepository(origin);
  return (
    <>
      {isPublicReference(repository) ? (
        <a className="link" href={repository} rel="nofollow ugc noopener noreferrer" dir="ltr">
          {withoutScheme(repository)}
        </a>
      ) : (
        <span dir="ltr">{repository}</span>
      )}
      {origin.source_commit && (
        <>
          {" at "}
          <span className="font-mono" title={origin.source_commit}>
            {origin.source_commit.slice(0, COMMIT_SHOWN)}
          </span>
        </>
      )}
    </>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//, "");
}
