import type { KnownTechnologies } from "@/lib/search/asked/known-technologies";
import { type ReadConstraint, readConstraint } from "@/lib/search/query/version-spellings";

/** A technology as named, without the version that stood in its name. */
export type SplitName = {
  /** The part of the text that names the technology, as written. */
  technology: string;
  /** Its normalised name. */
  name: string;
  version: { written: string; read: ReadConstraint } | null;
  /** What follows the name in the place of a version and is none: "latest". */
  unread?: string;
};

/** How some ecosystems write a technology and its version in one word: .NET's target frameworks, editions of ECMAScript. */
const TARGETS: ReadonlyMap<string, string> = new Map([
  ["net", ".net"],
  ["netcoreapp", ".net"],
  ["es", "javascript"],
]);
/** Where a name may end and its version begin: an operator, a separator, a blank, or a digit after a letter. */
const BOUNDARY =
  /(?<=[\w)])(?=[~^<>=!]=?)|\s*(?:[@:]|=(?!=))\s*["']?|["']\s*[:,]\s*["']?|\s+["'(]?|(?<=[\p{L}+#)])(?=\d)|-(?=v?\d)|\/(?=v?\d)/gu;
const MOVING =
  /^(?:latest|stable|lts|next|canary|current|newest|edge|nightly|alpha|beta|rc|dev|main|master|head|mainline|rolling|\*|x)\b|^\*$/i;
/** Names of releases, which tell no number. */
const RELEASE_NAME =
  /^(?:trusty|xenial|bionic|focal|jammy|noble|oracular|plucky|questing|stretch|buster|bullseye|bookworm|trixie|forky|sid|argon|boron|carbon|dubnium|erbium|fermium|gallium|hydrogen|iron|jod|krypton|catalina|ventura|sonoma|sequoia|tahoe)\b/i;
/** After an unknown name only a short rest is taken for its version. */
const VERSION_CHARACTERS_MAX = 40;
const PURL = /^pkg:[a-z.+-]+\/([^?#]+)/i;
const PREFIX = /^(?:npm|jsr|pypi|gem|cargo|crate|nuget|composer|maven|docker|go|deno):\s*(?=[@\w])/i;

/**
 * Reads the name of a technology, with or without a version: "Next 14", "nodejs@22", "py3.12", "django>=4.2,<5",
 * "postgres:16", "pkg:npm/next@14.2.1", "org.springframework.boot:spring-boot:3.2.0". Null when it names no known one.
 */
export function splitName(text: string, known: KnownTechnologies): SplitName | null {
  const plain = plainName(text);
  const whole = known.nameOf(plain);
  if (whole) return { technology: plain, name: whole, version: null };
  const parts = boundariesOf(plain);
  // The longest known name: "angular 1" before "angular", "spring boot 3" before "spring".
  for (const [end, start] of parts.toReversed()) {
    const technology = plain.slice(0, end);
    const written = plain.slice(start).replace(plain[start - 1] === "(" ? /["')\s]+$/ : /["'\s]+$/, "");
    const name = named(technology, known) ?? TARGETS.get(technology.toLowerCase()) ?? null;
    const read = name && readConstraint(written, name);
    if (name && read) return { technology, name, version: { written, read } };
  }
  const name = named(plain, known);
  return name ? { technology: plain, name, version: null } : withUnread(plain, known);
}

/** A known name, followed by something with a digit or by the name of a release, moving or not. */
function withUnread(plain: string, known: KnownTechnologies): SplitName | null {
  const places = [...plain.matchAll(/[@:=\s]+/g)].slice(0, 6).toReversed();
  for (const { index, 0: between } of places) {
    const [technology, unread] = [plain.slice(0, index), plain.slice(index + between.length)];
    const name =
      MOVING.test(unread) || RELEASE_NAME.test(unread) || /\d/.test(unread) ? named(technology, known) : null;
    if (name) return { technology, name, version: null, unread };
  }
  return null;
}

/** The part of an unknown name before what looks like its version. */
export function withoutVersion(text: string): string {
  const plain = plainName(text);
  const isVersion = (rest: string) => rest.length <= VERSION_CHARACTERS_MAX && readConstraint(rest) !== null;
  const [end] = boundariesOf(plain).find(([, start]) => isVersion(plain.slice(start))) ?? [];
  return end === undefined || end === 0 ? plain : plain.slice(0, end);
}

/** Places between a name and a version: where the name ends and the version begins. */
function boundariesOf(plain: string): Array<[number, number]> {
  return Array.from(plain.matchAll(BOUNDARY), (found): [number, number] => [found.index, found.index + found[0].length])
    .filter(([end, start]) => end > 0 && /[v\d([<>=~^!]/i.test(plain[start] ?? ""))
    .slice(0, 12);
}

function plainName(text: string): string {
  const trimmed = text
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["'`]+|["'`,;]+$/g, "")
    .trim();
  const purl = PURL.exec(trimmed)?.[1];
  return (purl ? decoded(purl) : trimmed).replace(PREFIX, "");
}

/** The name, or the last part of a name below a domain: "github.com/gin-gonic/gin" → "gin". */
function named(technology: string, known: KnownTechnologies): string | null {
  const plain = technology.replace(/["'(\s]+$/, "");
  const found = known.resolve(plain);
  if (found || !/^[\w-]+(?:\.[\w-]+)+[/:]/.test(plain)) return found;
  const last = plain.split(/[/:]/).at(-1) ?? "";
  return last !== plain && last !== "" ? known.resolve(last) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
