import { Fragment, type ReactNode } from "react";
import { isPublicReference } from "@/lib/contract/addresses";
import type { Origin } from "@/lib/contract/public/resources";
import {
  isStarter,
  LICENSE_UNKNOWN,
  nameOfPlace,
  originInWords,
  placeInWords,
  withoutScheme,
} from "@/lib/contract/skill-in-words";

const UNKNOWN = "Unknown source";
/** What is shown of an origin; a text that is only checked has no source yet. */
type Shown = Pick<Origin, "source_repository" | "source_commit" | "author"> &
  Partial<Pick<Origin, "kind" | "address" | "release" | "commit" | "path" | "url" | "release_state">>;
const COMMIT_SHOWN = 7;

/** One line: source repository, commit, author, licence and age of a version. `author` is the connection's name, linked. */
export function OriginLine({ origin, author }: { origin: Origin; author: ReactNode }) {
  const written = !isStarter(origin) && origin.author && <bdi>{origin.author}</bdi>;
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span className="min-w-0 break-words">
        <Source origin={origin} />
      </span>
      {origin.release && origin.kind !== "npm" && (
        <span>
          Release <bdi>{origin.release}</bdi>
        </span>
      )}
      {author && <span>Published by {author}</span>}
      {written && <span>Written by {written}</span>}
      <span>
        Licence: {origin.license ? <bdi>{origin.license}</bdi> : "unknown"}
        {!origin.is_whole && ", which allows no copy: the text is at its source"}
      </span>
      {origin.kind !== "submission" && (
        <span>
          Fetched <time dateTime={origin.fetched_at}>{origin.fetched_at.slice(0, 10)}</time>
          {origin.source_id && (
            <>
              {" by "}
              <a className="link" href={`/sources/${origin.source_id}`}>
                a source
              </a>
            </>
          )}
        </span>
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

/** The origin in a card's line of facts: licence and package or repository. */
export function OriginFact({ origin }: { origin: Origin | undefined }) {
  if (origin === undefined) return null;
  return (
    <span className="max-w-64 shrink-0 truncate" title={originInWords(origin)}>
      {nameOfPlace(origin) ? <span dir="ltr">{nameOfPlace(origin)}</span> : placeInWords(origin, UNKNOWN)}
      {", "}
      {origin.license ? <bdi>{origin.license}</bdi> : LICENSE_UNKNOWN}
    </span>
  );
}

/** A package or the repository as a link, with the commit that was read. Nobody here vouches for it. */
export function Source({ origin }: { origin: Shown }) {
  const repository = origin.kind === "npm" || origin.kind === "git" ? origin.url : origin.source_repository;
  const path = origin.path && <span dir="ltr">{`, ${origin.path}`}</span>;
  if (!repository)
    return (
      <>
        {placeInWords(origin, UNKNOWN)}
        {nameOfPlace(origin) && path}
      </>
    );
  const commit = origin.commit ?? origin.source_commit;
  return (
    <>
      {isPublicReference(repository) ? (
        <a className="link" href={repository} rel="nofollow ugc noopener noreferrer" dir="ltr">
          {nameOfPlace(origin) ?? withoutScheme(repository)}
        </a>
      ) : (
        <span dir="ltr">{repository}</span>
      )}
      {commit && (
        <>
          {" at "}
          <span className="font-mono" title={commit}>
            {commit.slice(0, COMMIT_SHOWN)}
          </span>
        </>
      )}
      {path}
      {origin.release_state && origin.release_state !== "published" && ` (${origin.release_state})`}
    </>
  );
}
