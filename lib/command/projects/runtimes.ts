import { parse } from "smol-toml";
import { own, type Place, textOf } from "@/lib/command/projects/place";
import { runtime, type Technology } from "@/lib/command/projects/technology";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

/** What a file asks for, as it names it: "nodejs", "lts/jod". */
type Asked = { tool: string; version: string };

/** Tools that are technologies of search, by the names that version managers give them. */
const TECHNOLOGIES: ReadonlyMap<string, string> = new Map(
  [
    "node=node.js nodejs=node.js golang=go dotnet=.net dotnet-core=.net postgres=postgresql mongo=mongodb",
    ...["go", "python", "ruby", "java", "rust", "php", "perl", "lua", "elixir", "erlang", "kotlin", "scala", "swift"],
    ...[
      "dart",
      "flutter",
      "zig",
      "julia",
      "crystal",
      "deno",
      "bun",
      "terraform",
      "opentofu",
      "helm",
      "gradle",
      "maven",
    ],
    ...["mysql", "redis", "kafka", "mongodb", "pulumi", "hugo", "packer", "vault", "consul", "haskell", "clojure"],
  ]
    .flatMap((names) => names.split(" "))
    .map((name): [string, string] => [name.split("=")[0] ?? "", name.split("=").at(-1) ?? ""]),
);
/** Lines of long-term support of Node, by the names of `.nvmrc`. */
const NODE_LINES: Readonly<Record<string, string>> = {
  argon: "4",
  boron: "6",
  carbon: "8",
  dubnium: "10",
  erbium: "12",
  fermium: "14",
  gallium: "16",
  hydrogen: "18",
  iron: "20",
  jod: "22",
  krypton: "24",
};
const OTHERS = /^(?:jruby|truffleruby|mruby|rbx|graalpy|(?:mini|ana)(?:conda|forge)|micropython|jython|stackless)/i;
const MOVING =
  /^(?:latest|lts(?:[/-].*)?|stable|current|node|nightly|beta|newest|mainline|ea|dev|edge|canary)(?::?.*)?$/i;

const only =
  (tool: string) =>
  (text: string): Asked[] =>
    lines(text)
      .slice(0, 1)
      .map((version) => ({ tool, version }));

/** In the order in which they count within one folder. */
const READERS: Readonly<Record<string, (text: string) => Asked[]>> = {
  ".nvmrc": only("node"),
  ".node-version": only("node"),
  ".python-version": only("python"),
  ".ruby-version": only("ruby"),
  ".java-version": only("java"),
  ".go-version": only("go"),
  ".php-version": only("php"),
  ".bun-version": only("bun"),
  ".terraform-version": only("terraform"),
  "rust-toolchain.toml": rustToolchain,
  "rust-toolchain": rustToolchain,
  "global.json": globalJson,
  ".sdkmanrc": (text) => lines(text).map((line) => asked(line.split("="))),
  ".tool-versions": (text) => lines(text).map((line) => asked(line.split(/\s+/))),
  "mise.toml": miseTools,
  ".mise.toml": miseTools,
  "mise/config.toml": miseTools,
  ".mise/config.toml": miseTools,
  ".config/mise.toml": miseTools,
  ".config/mise/config.toml": miseTools,
  "runtime.txt": (text) => lines(text).map((line) => asked(line.split(/-(?=\d)/))),
};

/** The languages and tools whose versions the files of version managers name, from the nearest folder up. */
export function readVersionFiles(place: Place): Technology[] {
  const found: Technology[] = [];
  for (const { file, text } of place.above(...Object.keys(READERS))) {
    const read =
      READERS[
        Object.keys(READERS).find((name) => file.endsWith(name) && (file === name || file.endsWith(`/${name}`))) ?? ""
      ];
    for (const one of (read && place.parsed(file, text, read)) ?? []) found.push(...technologyOf(place, file, one));
  }
  return found;
}

function technologyOf(place: Place, file: string, { tool, version }: Asked): Technology[] {
  const technology = TECHNOLOGIES.get(tool.replace(/^core:/, ""));
  if (technology === undefined || version === "" || /^(?:system|ref:|path:|sub-)/.test(version)) return [];
  const plain = plainVersion(technology, version);
  const named = runtime(technology, plain, file);
  if (named.length > 0) return named;
  place.warn(
    file,
    `names ${technology} ${version.slice(0, 40)}, ${MOVING.test(version) ? "which is another version from time to time" : "which is not a version"}`,
  );
  return [{ technology, version: null, exact: false, source: file }];
}

/**
 * A version as the technology's own makers number it: "lts/jod" → "22", "temurin-21.0.5+11.0.LTS" →
 * "21.0.5+11.0.LTS".
 */
function plainVersion(technology: string, version: string): string {
  const line = /^(?:lts\/)?([a-z]+)$/i.exec(version)?.[1]?.toLowerCase() ?? "";
  if (technology === "node.js" && NODE_LINES[line]) return NODE_LINES[line];
  // The versions of other implementations are none of the language.
  const pypy = /^pypy-?(\d\.\d+)/.exec(version)?.[1];
  if (pypy) return pypy;
  if (OTHERS.test(version)) return "";
  // Those of the .NET SDK and of .NET have only the first two numbers in common.
  if (technology === ".net") return /^\d+\.\d+(?=\.\d+$)/.exec(version)?.[0] ?? version;
  return version.replace(/^(?:latest|prefix):/, "").replace(/^[a-z][a-z_-]*-?(?=\d)/i, "");
}

/** Lines without comments and blanks; the empty ones are left out. */
function lines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => (line.split("#")[0] ?? "").trim())
    .filter((line) => line !== "");
}

function asked([tool = "", version = ""]: readonly string[]): Asked {
  return { tool: tool.trim().toLowerCase(), version: version.trim() };
}

/** TOML, or only the name of the channel. */
function rustToolchain(text: string): Asked[] {
  if (!/^\s*\[/m.test(text)) return only("rust")(text);
  const channel = textOf(own(parse(text), "toolchain")?.channel);
  return channel === null ? [] : [{ tool: "rust", version: channel }];
}

function globalJson(text: string): Asked[] {
  const version = textOf(own(JSON.parse(text), "sdk")?.version);
  return version === null ? [] : [{ tool: "dotnet", version }];
}

function miseTools(text: string): Asked[] {
  return Object.entries(own(parse(text), "tools") ?? {}).map(([tool, given]) => {
    const [first]: unknown[] = Array.isArray(given) ? given : [given];
    return asked([tool, textOf(first) ?? textOf(own({ first }, "first")?.version) ?? String(first ?? "")]);
  });
}

const CONTAINER_FILES = ["Dockerfile", "Containerfile"] as const;
const COMPOSE_FILES = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"] as const;

/** Images whose tags are versions of a technology, without their registry. */
const IMAGES: ReadonlyMap<string, string> = new Map(
  [
    "node=node.js golang=go openjdk=java eclipse-temurin=java amazoncorretto=java ibm-semeru-runtimes=java sapmachine=java",
    "azul/zulu-openjdk=java bellsoft/liberica-openjdk-alpine=java postgres=postgresql bitnami/postgresql=postgresql",
    "postgis/postgis=postgresql pgvector/pgvector=postgresql bitnami/mysql=mysql bitnami/redis=redis bitnami/mariadb=mariadb",
    "mongo=mongodb bitnami/mongodb=mongodb valkey/valkey=valkey getmeili/meilisearch=meilisearch apache/kafka=kafka",
    "elasticsearch/elasticsearch=elasticsearch opensearchproject/opensearch=opensearch clickhouse/clickhouse-server=clickhouse",
    "dotnet/sdk=.net dotnet/aspnet=.net dotnet/runtime=.net mssql/server=sql_server denoland/deno=deno oven/bun=bun",
    "hashicorp/terraform=terraform hashicorp/vault=vault hashicorp/consul=consul prom/prometheus=prometheus",
    "grafana/grafana=grafana keycloak/keycloak=keycloak rancher/k3s=kubernetes kindest/node=kubernetes nats=nats",
    ..."python|ruby|rust|php|perl|swift|dart|elixir|erlang|julia|mysql|mariadb|redis|nginx|caddy|traefik".split("|"),
    ..."haproxy|memcached|rabbitmq|elasticsearch|cassandra|couchdb|neo4j|influxdb|ubuntu|debian|alpine|fedora".split(
      "|",
    ),
    ..."wordpress|drupal|maven|gradle|tomcat|vault|consul|solr|kong|ghost|meilisearch|clickhouse".split("|"),
  ]
    .flatMap((names) => names.split(" "))
    .map((name): [string, string] => [name.split("=")[0] ?? "", (name.split("=").at(-1) ?? "").replaceAll("_", " ")]),
);
/** Deeper defaults of variables are none. */
const VARIABLES_DEEP_MAX = 3;

/** What the images of the folder's container and compose files run, by their tags. */
export function readImages(place: Place): Technology[] {
  const found: Technology[] = [];
  for (const file of CONTAINER_FILES)
    found.push(...imagesIn(place.text(file) ?? "").flatMap((image) => imageOf(image, file)));
  for (const file of COMPOSE_FILES) {
    const text = place.text(file);
    const documents = text === null ? null : place.parsed(file, text, yamlObjects);
    for (const document of documents ?? [])
      for (const service of Object.values(own(document, "services") ?? {})) {
        const image = textOf(own({ service }, "service")?.image);
        if (image !== null) found.push(...imageOf(expanded(image, new Map()), file));
      }
    if (text !== null) break;
  }
  return found;
}

/** The images that the stages of a container file begin with; not other stages of it. */
function imagesIn(text: string): string[] {
  const values = new Map<string, string>();
  const stages = new Set<string>();
  const images: string[] = [];
  for (const line of text.replace(/\\[ \t]*\r?\n/g, " ").split(/\r?\n/)) {
    const [instruction = "", ...words] = line.trim().split(/\s+/);
    if (/^arg$/i.test(instruction))
      for (const word of words) {
        const at = word.indexOf("=");
        if (at > 0) values.set(word.slice(0, at), word.slice(at + 1).replace(/^(["'])(.*)\1$/, "$2"));
      }
    if (!/^from$/i.test(instruction)) continue;
    const [image = "", as = "", stage = ""] = words.filter((word) => !word.startsWith("--"));
    if (!stages.has(image.toLowerCase())) images.push(expanded(image, values));
    if (/^as$/i.test(as)) stages.add(stage.toLowerCase());
  }
  return images;
}

/** A text with the values of its variables, or their defaults: `${POSTGRES:-16}`. */
function expanded(text: string, values: ReadonlyMap<string, string>): string {
  let read = text;
  for (let deep = 0; deep < VARIABLES_DEEP_MAX; deep += 1)
    read = read.replace(
      /\$(?:\{(\w+)(?::?[-?+]([^{}]*))?\}|(\w+))/g,
      (whole, name, instead, bare) => values.get(name ?? bare) ?? instead ?? whole,
    );
  return read;
}

function imageOf(image: string, source: string): Technology[] {
  const [, name = "", tag = ""] = /^([^\s@$]+?)(?::([\w.-]+))?(?:@sha256:\w+)?$/.exec(image) ?? [];
  const plain = name.replace(/^(?:[\w-]+(?:\.[\w-]+)+(?::\d+)?|localhost(?::\d+)?)\//, "").replace(/^library\//, "");
  const technology = IMAGES.get(plain) ?? IMAGES.get(plain.split("/").slice(-2).join("/"));
  if (technology === undefined) return [];
  const of = runtime(technology, tag.replace(/^pg(?=\d)/, ""), source);
  return of.length > 0 ? of : [{ technology, version: null, exact: false, source }];
}
