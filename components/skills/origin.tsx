import { Fragment, type ReactNode } from "react";
import { isPublicReference } from "@/lib/contract/knowledge/public-reference";
import type { Origin } from "@/lib/contract/public/resources";
import { LICENSE_UNKNOWN, STARTER_AUTHOR } from "@/lib/contract/starter-author";

const UNKNOWN = "Unknown source";
/** What is shown of an origin; a text that is only checked has no source yet. */
type Shown = Pick<Origin, "source_repository" | "source_commit" | "author"> &
  Partial<Pick<Origin, "kind" | "address" | "release" | "path" | "url" | "source_id" | "release_state">>;
const COMMIT_SHOWN = 7;

/** One line: source repository, commit and author of a version. `author` is the connection's name, linked. */
export function OriginLine({ origin, author = null }: { origin: Origin; author?: ReactNode }) {
  const written = !isStarter(origin) && origin.author && <bdi>{origin.author}</bdi>;
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span className="min-w-0 break-words">
        <Source origin={origin} />
      </span>
      {author && <span>Published by {author}</span>}
      {written && <span>Written by {written}</span>}
      {origin.source_id && (
        <>
          <span>
            Licence: {origin.license ? <bdi>{origin.license}</bdi> : "unknown"}
            {!origin.is_whole && ", which allows no copy: the text is at its source"}
          </span>
          <span>
            Fetched <time dateTime={origin.fetched_at}>{origin.fetched_at.slice(0, 10)}</time> by{" "}
            <a className="link" href={`/sources/${origin.source_id}`}>
              a source
            </a>
          </span>
        </>
      )}
      {origin.requires.length > 0 && (
        <span>
          Builds on{" "}
          {origin.requires.map(({ name, skill_id }, i) => (
            <Fragment key={name}>
              {i > 0 && ", "}
              {skill_id ? (
                <a className="link" href={`/skills/${skill_id}`}>
                  {name}
                </a>
              ) : (
                name
              )}
            </Fragment>
          ))}
        </span>
      )}
    </p>
  );
}

/** Whether a version is of the starter library, whose source is the service itself. */
export function isStarter(origin: Pick<Origin, "author"> | undefined): boolean {
  return origin?.author === STARTER_AUTHOR;
}

function withoutRepository(origin: Shown): string {
  return isStarter(origin) ? STARTER_AUTHOR : UNKNOWN;
}

/** The origin in a card's line of facts: licence and repository. */
export function OriginFact({ origin }: { origin: Origin | undefined }) {
  if (origin === undefined) return null;
  const place = placeOf(origin);
  const license = origin.license ?? (origin.source_id ? LICENSE_UNKNOWN : null);
  return (
    <span className="max-w-64 shrink-0 truncate">
      {place ? <span dir="ltr">{place}</span> : withoutRepository(origin)}
      {license && (
        <>
          {", "}
          <bdi>{license}</bdi>
        </>
      )}
    </span>
  );
}

/** A package with its release, or a repository without its scheme; null where neither is known. */
function placeOf({ kind, address, release, source_repository }: Shown): string | null {
  if (kind === "npm") return `${address}${release ? `@${release}` : ""}`;
  if (kind === "git" && address) return withoutScheme(address);
  return source_repository && withoutScheme(source_repository);
}

/** A package or the repository as a link, with the commit that was read. Nobody here vouches for it. */
export function Source({ origin }: { origin: Shown }) {
  const repository = origin.kind === "npm" || origin.kind === "git" ? origin.url : origin.source_repository;
  if (!repository) return withoutRepository(origin);
  return (
    <>
      {isPublicReference(repository) ? (
        <a className="link" href={repository} rel="nofollow ugc noopener noreferrer" dir="ltr">
          {placeOf(origin) ?? withoutScheme(repository)}
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
      {origin.path && <span dir="ltr">{`, ${origin.path}`}</span>}
      {origin.release_state && origin.release_state !== "published" && ` (${origin.release_state})`}
    </>
  );
}

function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//, "");
}
