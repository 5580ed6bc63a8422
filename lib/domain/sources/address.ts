import semver from "semver";
import { Problem } from "@/lib/platform/errors";

export type SourceKind = "npm" | "git" | "folder";
/** What narrows a source: a range or a number of minors of a package. */
export type SourceSettings = { range?: string | undefined; minors?: number | undefined };
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
  throw wrong("address", "must be npm:NAME");
}

/** The name of the package of a source of kind npm. */
export function packageName(address: string): string {
  return address.slice("npm:".length);
}

function wrong(field: "address" | "range", detail: string): Problem {
  return new Problem("validation_failed", {
    detail: `${field} ${detail}`,
    errors: [{ pointer: `/${field}`, code: "source_address", detail }],
  });
}
