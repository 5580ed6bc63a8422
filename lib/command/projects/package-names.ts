import { NO_PACKAGES } from "@/lib/contract/no-packages";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";

export type Ecosystem = "npm" | "pypi" | "go" | "cargo" | "gem" | "maven" | "composer" | "nuget" | "hex" | "pub";

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
export function technologyOf(ecosystem: Ecosystem, name: string): string | null {
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
