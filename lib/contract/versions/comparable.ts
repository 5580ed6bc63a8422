import { inFull, readWritten } from "@/lib/contract/versions/written-version";

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
