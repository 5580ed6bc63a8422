import { usage } from "@/lib/command/io";
import { versionOf } from "@/lib/command/projects/version-texts";
import { NO_PACKAGES, normaliseTechnology } from "@/lib/contract/technology-aliases";
import { inFull, readWritten, withJavaNumbers } from "@/lib/contract/versions";

/** A technology that a project uses. */
export type Technology = {
  /** Its name as search knows it: `next.js` for the package `next`. */
  technology: string;
  /** The installed version (`14.2.3`) or the range that the project allows (`^14.0.0`), as node-semver writes them; null when no file tells either. */
  version: string | null;
  /** Whether `version` is the one that is installed. */
  exact: boolean;
  /** The file that says so, relative to the project's folder. */
  source: string;
  /** Why its name does not leave this computer; missing for one that is public. */
  withheld?: string;
  /** True for one that only another package asks for. */
  indirect?: boolean;
  /** Its name in its registry, where that is another one; only while a project is read. */
  package?: string;
};

/** `next.js@16.4.6` as its two parts; the version may be missing. Throws a CommandError for a part that is empty. */
export function technologyOf(given: string | undefined): { technology?: string; version?: string } {
  if (given === undefined) return {};
  const at = given.lastIndexOf("@");
  const [technology = "", version] = at > 0 ? [given.slice(0, at), given.slice(at + 1)] : [given];
  if (technology.trim() !== "" && version?.trim() !== "") return { technology, ...(version ? { version } : {}) };
  const next_step = "Write --for next.js@14.2.3, or --for next.js alone.";
  throw usage(`"${given}" does not name a technology and its version.`, next_step);
}

/** What one manifest and its lock file say about a package. */
export type Stated = {
  name: string;
  /** The version that is built with, as the lock file or the manifest pins it; null when neither does. */
  locked: string | null;
  /** The range as node-semver writes it; null when it allows every version or cannot be read. */
  range: string | null;
  /** The file that states the range; default: the manifest. */
  source?: string;
  /** Why its name does not leave this computer; null or missing: it is public. */
  withheld?: string | null;
  /** Whether only another package asks for it. */
  indirect?: boolean;
};

/** The technology of each package that stands for one: with the locked version, else with the range. */
export function technologiesOf(
  ecosystem: Ecosystem,
  stated: readonly Stated[],
  files: { manifest: string; lock: string | null },
): Technology[] {
  return stated.flatMap(({ name, locked, range, source = files.manifest, withheld, indirect }): Technology[] => {
    const technology = technologyOfPackage(ecosystem, name);
    if (technology === null) return [];
    const exact = locked === null ? null : versionOf(locked);
    const more = {
      ...(withheld ? { withheld } : {}),
      ...(indirect ? { indirect } : {}),
      ...(name === technology ? {} : { package: name }),
    };
    if (exact !== null)
      return [{ technology, version: exact, exact: true, source: files.lock ?? files.manifest, ...more }];
    return [{ technology, version: range, exact: false, source, ...more }];
  });
}

/**
 * A runtime or language that a file names with a version, or with the beginning of one: "20" and the image tag
 * "20-alpine" are the newest release of that line, whichever it is. None for a text that is neither.
 */
export function runtime(technology: string, text: string | null, source: string): Technology[] {
  const plain = technology === "java" ? withJavaNumbers(text ?? "") : (text ?? "");
  const read = readWritten(plain.replace(/(?:\.[x*])+$/, ""));
  if (read === null) return [];
  if (read.numbers.length > 2 || read.prerelease !== "")
    return [{ technology, version: inFull(read), exact: true, source }];
  const beginning = `${read.numbers.length === 1 ? "^" : "~"}${read.numbers.join(".")}`;
  return [{ technology, version: beginning, exact: false, source }];
}

/** Each technology once: the first that states a version, else the first. What is withheld anywhere is withheld. */
export function eachOnce(technologies: readonly Technology[]): Technology[] {
  const found = new Map<string, Technology>();
  for (const one of technologies) {
    const known = found.get(one.technology);
    const withheld = known?.withheld ?? one.withheld;
    const chosen = !known || (known.version === null && one.version !== null) ? one : known;
    found.set(one.technology, withheld === undefined ? chosen : { ...chosen, withheld });
  }
  return [...found.values()];
}

type Ecosystem = "npm" | "pypi" | "go" | "cargo" | "gem" | "maven" | "composer" | "nuget" | "hex" | "pub";

/** Packages whose technology has another name than they. Of a Maven group ending in `:` every artifact. */
const NAMES: Readonly<Record<Ecosystem, string>> = {
  npm: "postgres=postgres.js meilisearch=meilisearch-js",
  pypi: "torch=pytorch",
  go: "gorm.io/gorm=gorm google.golang.org/grpc=grpc github.com/beego/beego=beego",
  cargo: "",
  gem: "",
  maven: [
    "org.springframework.boot:=spring_boot org.springframework.security:=spring_security org.springframework:=spring",
    "org.hibernate.orm:=hibernate org.hibernate:hibernate-core=hibernate io.quarkus:=quarkus",
    "io.quarkus.platform:=quarkus io.micronaut:=micronaut org.junit.jupiter:=junit junit:junit=junit",
    "org.mockito:=mockito org.jetbrains.kotlin:=kotlin org.apache.kafka:= org.postgresql:=",
  ].join(" "),
  composer:
    "laravel/framework=laravel symfony/framework-bundle=symfony symfony/symfony=symfony cakephp/cakephp=cakephp",
  nuget: "",
  hex: "",
  pub: "",
};

/** Of one ecosystem only: the same name elsewhere is another thing. */
const OWN: Readonly<Record<string, Ecosystem>> = { spring: "maven", kotlin: "maven", flutter: "pub" };

const TABLES = new Map<Ecosystem, ReadonlyMap<string, string>>();

/** The technology that a package is, by the name that search knows; null for one that stands for none. */
function technologyOfPackage(ecosystem: Ecosystem, name: string): string | null {
  const table = tableOf(ecosystem);
  const group = ecosystem === "maven" ? `${name.split(":")[0]}:` : "";
  const given = table.get(name) ?? table.get(group);
  if (given !== undefined) return given === "" ? null : given;
  const plain = normaliseTechnology(shortName(ecosystem, name));
  return plain === "" || (NO_PACKAGES.has(plain) && OWN[plain] !== ecosystem) ? null : plain;
}

/** What a name is without the parts that only its ecosystem needs. */
function shortName(ecosystem: Ecosystem, name: string): string {
  if (ecosystem === "maven") return name.split(":").at(-1) ?? "";
  if (ecosystem === "composer") {
    const [vendor, short] = name.split("/");
    return vendor === short && short ? short : name;
  }
  if (ecosystem !== "go") return name;
  const parts = name.replace(/\/v\d+$/, "").split("/");
  return (parts.at(-1) ?? "").replace(/\.v\d+$/, "");
}

function tableOf(ecosystem: Ecosystem): ReadonlyMap<string, string> {
  const known = TABLES.get(ecosystem);
  if (known) return known;
  const rows = NAMES[ecosystem].split(" ").map((row): [string, string] => {
    const [name = "", technology = ""] = row.split("=");
    return [name, technology.replaceAll("_", " ")];
  });
  const table = new Map(rows.filter(([name]) => name !== ""));
  TABLES.set(ecosystem, table);
  return table;
}
