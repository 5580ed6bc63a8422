import { runtime } from "@/lib/command/projects/collect";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import type { Place } from "@/lib/command/projects/place";
import type { Technology } from "@/lib/command/projects/technology";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

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
