import type { SourceColumns } from "@/db/queries/versions";
import { isPublicReference } from "@/lib/contract/addresses";
import { isReservedName } from "@/lib/domain/present/author";
import { spdxOf } from "@/lib/domain/skills/licenses";
import { isStorableText } from "@/lib/text/safety/find-invisible";
import { judgePublicText } from "@/lib/text/safety/require-publishable";

/** What a front matter says about the origin of its text, unchecked. */
export type Claimed = {
  repository?: string | undefined;
  license?: string | undefined;
  author?: string | undefined;
  /** What the GitHub command line wrote into the file when it installed it. */
  github?:
    | { repository: string; ref?: string | undefined; path?: string | undefined; tree?: string | undefined }
    | undefined;
};

/** What the folder of an imported file says: its checkout, and the licence file nearest to it. */
export type Found = { repository: string | null; commit: string | null; license: string | null };

const REPOSITORY_CHARACTERS_MAX = 300;
const LICENSE_CHARACTERS_MAX = 200;
const AUTHOR_CHARACTERS_MAX = 120;
/** A commit by its SHA-1 or SHA-256. */
export const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * The origin of a text, ready to be shown: what its folder says comes before what its front matter says, except for a
 * licence. A value that is not a plain https address, or that holds a secret or hidden characters, is left out.
 */
export async function originOf(claimed: Claimed, found?: Found): Promise<SourceColumns> {
  const checkedOut = await safe(found?.repository ?? null);
  const repository =
    checkedOut ?? (await safe(repositoryAddress(claimed.github?.repository ?? claimed.repository ?? "")));
  const commit = found?.commit ?? null;
  const license = claimed.license ? spdxOf(claimed.license) : null;
  return {
    source_repository: repository,
    source_commit: checkedOut && commit && COMMIT.test(commit) ? commit : null,
    source_license: license ?? found?.license ?? (await safe(oneLine(claimed.license ?? "", LICENSE_CHARACTERS_MAX))),
    source_author: await safe(authorName(claimed.author ?? "")),
  };
}

/** A plain https address of a public host, as stored: without `.git`, query and fragment. Null for everything else. */
export function repositoryAddress(text: string): string | null {
  const given = text.trim();
  if (given.length > REPOSITORY_CHARACTERS_MAX || !/^https:\/\//i.test(given) || !isPublicReference(given)) return null;
  const url = new URL(given);
  if (url.search !== "" || url.hash !== "" || url.port !== "") return null;
  const path = url.pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  return path === "" ? null : `${url.origin}${path}`;
}

/** A name without the e-mail address and home page that may follow it, as in npm's `author`. */
function authorName(text: string): string | null {
  const name = oneLine(text.replace(/[<(].*$/su, ""), AUTHOR_CHARACTERS_MAX);
  // Reject e-mail addresses and reserved names.
  return name === null || name.includes("@") || isReservedName(name) ? null : name;
}

function oneLine(text: string, charactersMax: number): string | null {
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" || [...line].length > charactersMax ? null : line;
}

async function safe(text: string | null): Promise<string | null> {
  if (text === null || !isStorableText(text)) return null;
  return (await judgePublicText(text)).length === 0 ? text : null;
}
