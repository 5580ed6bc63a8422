import { beginsWithPrerelease, prereleaseIn } from "@/lib/contract/versions/prerelease-names";

/** A version as a vendor, a distribution or a registry writes it, without what only names its build. */
export type WrittenVersion = {
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
