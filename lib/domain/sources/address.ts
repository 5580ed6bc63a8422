import semver from "semver";
import type { SourceKind, SourceSettings } from "@/db/queries/sources";
import { repositoryAddress } from "@/lib/domain/skills/origin";
import { isAllowedHost } from "@/lib/domain/sources/public-host";
import { Problem } from "@/lib/platform/errors";

export type SourceAddress = { kind: SourceKind; address: string; settings: SourceSettings };

const PACKAGE = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/;
const PACKAGE_CHARACTERS_MAX = 214;

/** The source that these words name. Throws `validation_failed` with the words that mend it. */
export function sourceAddress(text: string, settings: SourceSettings = {}): SourceAddress {
  const given = text.trim();
  const { range } = settings;
  if (range !== undefined && semver.validRange(range) === null)
    throw wrong("range", `${range.slice(0, 40)} is not a range of versions, such as >=1 <3`);
  if (given.startsWith("npm:")) {
    const name = given.slice("npm:".length);
    if (name.length > PACKAGE_CHARACTERS_MAX || !PACKAGE.test(name))
      throw wrong("address", "is not the name of a package, such as npm:@tanstack/db");
    return { kind: "npm", address: `npm:${name}`, settings };
  }
  if (given.startsWith("folder:"))
    throw wrong("address", "names a folder: that is followed on its machine, with npm run sources -- add ./FOLDER");
  return { kind: "git", address: gitAddress(given), settings: {} };
}

const FOLDER_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,78}[\p{L}\p{N}])?$/u;

/** A folder of this machine as a source. Its name is public; where it lies is not. */
export function folderAddress(folder: string, name: string): SourceAddress {
  if (!FOLDER_NAME.test(name))
    throw wrong(
      "name",
      `${JSON.stringify(name.slice(0, 40))} is not a name for a folder: use letters, digits, dots and dashes`,
    );
  return { kind: "folder", address: `folder:${name}`, settings: { folder } };
}

const REF = /^(?!-)(?!.*\.\.)[\w./+-]{1,200}$/;
const FOLDER = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\:\p{Cc}]{1,200}$/u;

/** `https://host/path#ref:folder` as stored: without `.git`, credentials and query. */
function gitAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isAllowed = url !== null && /^https?:$/.test(url.protocol) && isAllowedHost(url.host);
  const plain = given.replace(/#.*$/s, "");
  const path = url?.pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  const repository =
    isAllowed && !url.username && !url.password && path !== "" ? `${url.origin}${path}` : repositoryAddress(plain);
  if (repository === null)
    throw wrong(
      "address",
      "must be npm:NAME or the https address of a public git repository, with #REF:FOLDER if need be",
    );
  const { ref, folder } = gitPlace(given);
  if (ref !== null && !REF.test(ref)) throw wrong("address", "names no ref of git after the #");
  if (folder !== "" && !FOLDER.test(folder)) throw wrong("address", "names no folder after the :");
  const tail = folder === "" ? (ref ?? "") : `${ref ?? ""}:${folder}`;
  return tail === "" ? repository : `${repository}#${tail}`;
}

/** The parts of the address of a git repository. The folder is empty for the whole. */
export function gitPlace(address: string): { repository: string; ref: string | null; folder: string } {
  const [repository = "", fragment = ""] = address.split("#", 2);
  const [ref = "", folder = ""] = fragment.split(":", 2);
  return { repository, ref: ref || null, folder: folder.replace(/^\/+|\/+$/g, "") };
}

/** The address of a source as an origin names it: a repository without ref and folder. */
export function addressOfOrigin({ kind, address }: { kind: SourceKind; address: string }): string {
  return kind === "git" ? gitPlace(address).repository : address;
}

/** The name of the package of a source of kind npm. */
export function packageName(address: string): string {
  return address.slice("npm:".length);
}

function wrong(field: "address" | "range" | "name", detail: string): Problem {
  return new Problem("validation_failed", {
    detail: `${field} ${detail}`,
    errors: [{ pointer: `/${field}`, code: "source_address", detail }],
  });
}
