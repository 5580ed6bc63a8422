/** Between the words of a range. A comma inside a word belongs to a version. */
const BETWEEN = /(\s*\|\|?\s*|\s*,\s*(?=[<>=!~^\s])|\s+)/;
const WORD = /^([<>=!~^]*)(.*)$/s;
/** Versions that no vendor added anything to. */
const PLAIN = /^[\d\s.<>=^~|,xX*v!-]*$/;
const END = /<\s*(v?(\d+\.\d+\.\d+))(?![\w.+-])/g;
const REMEMBERED_MAX = 2_000;

const remembered = new Map<string, string>();

/** A range without what names builds of its versions: `>=v1.31.2-gke.1 <2` → `>=1.31.2 <2`. */
export function withoutBuilds(range: string): string {
  if (PLAIN.test(range) && !/\d-\d/.test(range)) return range;
  return range
    .split(BETWEEN)
    .map((word, at) => (at % 2 === 1 ? word : withoutBuild(word)))
    .join("");
}

function withoutBuild(word: string): string {
  const [, operator = "", text = ""] = WORD.exec(word) ?? [];
  // After an operator `-0` and its like say which prereleases are meant.
  if (!/^[v\d]/i.test(text) || (operator !== "" && /^v?[\d.]+-\d+(?:\.\d+)*$/i.test(text))) return word;
  const read = readWritten(text);
  if (!read?.isBuild) return word;
  return `${operator}${read.prerelease === "" ? read.numbers.slice(0, 3).join(".") : inFull(read)}`;
}

/**
 * A range that ends below a release, without that release's prereleases: `<15.0.0` → `<15.0.0-0`. Nobody who writes
 * `>=14.0.0 <15.0.0` means 15.0.0-canary.5. One that begins with a prerelease of the same release keeps them.
 */
function withoutNextPrereleases(range: string): string {
  if (!range.includes("<")) return range;
  return range
    .split("||")
    .map((alternative) =>
      alternative.replace(END, (whole, version, numbers) =>
        alternative.includes(`>=${numbers}-`) || alternative.includes(`>${numbers}-`) ? whole : `<${version}-0`,
      ),
    )
    .join("||");
}

/** Java 1.8 is Java 8, and so is each version before the numbers changed: `1.8.0_392` and `8u392` are 8.0.392. */
export function withJavaNumbers(range: string): string {
  return range
    .replace(/(?<![\w.-])(v?)1\.(\d{1,2})\.(\d+)[_u](\d{1,5})(?:-b\d+)?(?![\w.])/gi, "$1$2.$3.$4")
    .replace(/(?<![\w.-])(v?)(\d{1,2})u(\d{1,5})(?:-b\d+)?(?![\w.])/gi, "$1$2.0.$3")
    .replace(/(?<![\w.-])(v?)1\.([1-9]\d?)(?=$|[^\w]|\.[x*\d])/gi, "$1$2");
}

/** A single version in the form in which versions of the technology are compared; other texts stay as they are. */
export function comparableVersion(version: string, technology: string): string {
  const plain = technology === "java" ? withJavaNumbers(version) : version;
  const read = readWritten(plain);
  return read?.isBuild ? inFull(read) : plain;
}

/** A version or a range in the form in which versions of the technology are compared, by its normalised name. */
export function comparable(constraint: string, technology: string): string {
  const key = `${technology === "java" ? "java " : ""}${constraint}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const plain = withoutNextPrereleases(withoutBuilds(technology === "java" ? withJavaNumbers(constraint) : constraint));
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(key, plain);
  return plain;
}

/** A version as a vendor, a distribution or a registry writes it, without what only names its build. */
type WrittenVersion = {
  /** Its numbers as far as they are written, without leading zeros. */
  numbers: string[];
  /** As node-semver writes it; empty for a release. */
  prerelease: string;
  /** Whether something was left out that names a build of this version. */
  isBuild: boolean;
};

/** Longer texts are not versions, and would take long to read. */
const CHARACTERS_MAX = 200;
/** No major version is as high, not even a year. */
const REVISION_MIN = 9_999;
const NUMBERS = /^[v=\s]*(\d{1,15}(?:\.\d{1,15})*)(.*)$/is;
/** Debian's epoch; and the version that MariaDB names first, for clients that expect MySQL. */
const BEFORE = /^v?(?:\d{1,3}:(?=\d)|5\.5\.5-(?=\d+\.\d+\.\d+-mariadb))/i;
/** A Go module at a commit that has no version, and what npm writes for the first version before another. */
const COMMIT = /^-(?:0|(?:0\.)?\d{14}-[\da-f]{12}|0(?:\.\d+)+)$/i;
const SEMVER_PRERELEASE = /^-[\da-z-]+(?:\.[\da-z-]+)*$/i;
/** The base image, in the tag of a container image. */
const IMAGE =
  "slim|alpine|distroless|busybox|wolfi|ubuntu|debian|rhel|ubi|centos|rocky|fedora|amazonlinux|al2|jessie|stretch|buster|" +
  "bullseye|bookworm|trixie|sid|xenial|bionic|focal|jammy|noble|oracular|windowsservercore|nanoserver|windows|linux|scratch";
const IMAGE_PART = new RegExp(`-(?:${IMAGE})(?![a-z]).*$`, "is");
/** What may follow a single number: "22-alpine", "17-jdk", "9-stable". */
const EDITION = new RegExp(
  `^[-._](?:${IMAGE}|lts|esr|ga|stable|final|release|jdk|jre|fpm|apache|cli|zts|management|community|enterprise|oss|ce|ee|` +
    "ent|otel|perl|dind|sdk|aspnet|runtime|tem|temurin|amzn|zulu|corretto|librca|graal|graalce|open|ms|sem|oracle|all|bin|" +
    "full|minimal|cuda|gpu|post|sp|r|rev|p|u|build|patch|hotfix)(?![a-z])",
  "i",
);
/** What follows the numbers directly: "1.1.1w", "2.7.8p225", "2.9post1", "8u392", "9.4.0lts". */
const LABEL = /^(?:[a-z]|(?:post|final|release|ga|sp|r|rev|p|u|lts|build|ubuntu|esr)\d*)(?:[-+~.][\w.+~-]*)?$/i;

/**
 * Reads a single version, whoever wrote it. A distribution's build of a version is that version: `v1.31.2-gke.1115000`,
 * `1:2.4.57-2+deb12u1`, `1.30.4+k3s1` and `16.3-alpine3.20` are 1.31.2, 2.4.57, 1.30.4 and 16.3. The prerelease
 * `v1.31.2-rc.1` stays one. Null for a text that is not a version, and for an interval such as `14-16`.
 */
export function readWritten(text: string): WrittenVersion | null {
  if (text.length > CHARACTERS_MAX) return null;
  const [, digits, rest = ""] = NUMBERS.exec(text.trim().replace(BEFORE, "")) ?? [];
  if (digits === undefined) return null;
  const numbers = digits.split(".").map((part) => part.replace(/^0+(?=\d)/, ""));
  const end = rest.trimEnd();
  if (end === "") return { numbers, prerelease: "", isBuild: BEFORE.test(text.trim()) };
  const prerelease = prereleaseOf(numbers, end);
  if (prerelease !== null) return { numbers, ...prerelease };
  return isBuild(numbers, end) ? { numbers, prerelease: "", isBuild: true } : null;
}

/** Its numbers, three of them: node-semver has no more, and needs no fewer. With the prerelease. */
export function inFull({ numbers, prerelease }: Pick<WrittenVersion, "numbers" | "prerelease">): string {
  const three = [...numbers, "0", "0"].slice(0, 3).join(".");
  return prerelease === "" ? three : `${three}-${prerelease}`;
}

function prereleaseOf(numbers: readonly string[], rest: string): { prerelease: string; isBuild: boolean } | null {
  const [head = "", ...build] = rest.split("+");
  if (COMMIT.test(head)) return numbers.length === 3 ? { prerelease: head.slice(1), isBuild: build.length > 0 } : null;
  // A date is the number of a snapshot.
  if (numbers.length === 3 && /^-\d{8,}(?:\.\d+)?$/.test(head)) return { prerelease: head.slice(1), isBuild: false };
  const plain = head.replace(IMAGE_PART, "");
  const isBuild = build.length > 0 || plain !== head;
  if (numbers.length === 3 && SEMVER_PRERELEASE.test(plain) && beginsWithPrerelease(plain))
    return { prerelease: plain.slice(1), isBuild };
  const named = /^[-._~\w]*$/.test(head) ? prereleaseIn(plain) : null;
  return named === null ? null : { prerelease: named, isBuild };
}

function isBuild(numbers: readonly string[], rest: string): boolean {
  if (!/^(?:[-+~._][\w.+~:@-]*\w|[a-z][\w.+~:@-]*)$/i.test(rest)) return /^_\d+,\d+$/.test(rest);
  if (/^[a-z]/i.test(rest)) return LABEL.test(rest);
  if (rest.startsWith("+")) return true;
  if (/^\.[x*](?![a-z])/i.test(rest)) return false;
  if (/^-\d+(?:\.\d+)*$/.test(rest)) return isRevision(numbers, rest.slice(1).split("."));
  return numbers.length > 1 || EDITION.test(rest) || /^-\d[\w.+~]*[a-z_+]/i.test(rest) || /^_\d+$/.test(rest);
}

/** Whether only numbers after a hyphen are a package's revision, and not the end of an interval. */
function isRevision(numbers: readonly string[], others: readonly string[]): boolean {
  if (numbers.length === 1) return false;
  // SUSE's revisions begin with the number of a service pack.
  if ((numbers.length > 2 && others.length < 3) || Number(others[0]) > REVISION_MIN) return true;
  for (const [at, number] of numbers.entries()) {
    const order = Number(others[at] ?? 0) - Number(number);
    if (order !== 0) return order < 0;
  }
  return false;
}

/** What a release before its final one is called, wherever it stands in the text after the numbers. */
const CLEAR = "alpha|beta|rc|preview|canary|nightly|snapshot|milestone|prerelease|candidate";
/** The same, where nothing but a separator stands before it: further on these words also name editions and tools. */
const FIRST = [
  "pre|dev|devel|develop|development|next|ea|eap|insiders?|experimental|exp|edge|unstable|test|testing|pr|cr|ctp|tp",
  "techpreview|dp|wip|draft|poc|ci|main|master|trunk|head|daily|integration|internal|staging|git",
].join("|");
const CLEAR_TOKEN = new RegExp(String.raw`(?:^|[-._~\d])(${CLEAR})(?:[-._]?(\d+))?(?![a-z])`);
const FIRST_TOKEN = new RegExp(
  String.raw`^[-._~]?(?:(${CLEAR}|${FIRST})(?:[-._]?(\d+))?|([abcm])[-._]?(\d+))(?![a-z])`,
);
/** The short names of Python, Ruby and Java. */
const LONG: ReadonlyMap<string, string> = new Map([
  ["a", "alpha"],
  ["b", "beta"],
  ["c", "rc"],
  ["cr", "rc"],
  ["m", "milestone"],
]);

/** The prerelease that the text after a version's numbers names, as node-semver writes it; null when it names none. */
function prereleaseIn(rest: string): string | null {
  const plain = rest.toLowerCase();
  const first = FIRST_TOKEN.exec(plain);
  const found = first ?? CLEAR_TOKEN.exec(plain);
  if (!found) return null;
  const [name = "", number] = first ? [found[1] ?? found[3], found[2] ?? found[4]] : found.slice(1);
  return `${LONG.get(name) ?? name}${number === undefined ? "" : `.${Number(number)}`}`;
}

/** Whether the text after a version's numbers begins with the name of a prerelease. */
function beginsWithPrerelease(rest: string): boolean {
  return FIRST_TOKEN.test(rest.toLowerCase());
}
