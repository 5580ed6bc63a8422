import { technologyAliases } from "@/lib/contract/technology-aliases";

/**
 * What a technology is built on, by its normalised name: who names the one is also asking about the other ones
 * ("next.js" about React). A runtime or a language does not count: a skill for Node.js says nothing about Next.js.
 */
const BUILT_ON = `
next.js: react, react-dom
remix: react, react-dom, react-router
react-router: react
gatsby: react, react-dom
react-native: react
expo: react-native, react
docusaurus: react
zustand: react
nuxt: vue
vuetify: vue
pinia: vue
vitepress: vue, vite
sveltekit: svelte, vite
astro: vite
vitest: vite
solidstart: solid
qwik city: qwik
analog: angular
ionic: angular, react, vue
nestjs: express, fastify
blazor: asp.net core
spring boot: spring
spring security: spring
grails: spring boot, spring
filament: laravel
django rest framework: django
wagtail: django
fastapi: starlette, pydantic
flask-sqlalchemy: flask, sqlalchemy
sqlmodel: sqlalchemy, pydantic
keras: tensorflow
lightning: pytorch
pandas: numpy
scikit-learn: numpy
phoenix: ecto
phoenix liveview: phoenix
woocommerce: wordpress
openshift: kubernetes
k3s: kubernetes
eks: kubernetes
aks: kubernetes
gke: kubernetes
helm: kubernetes
kustomize: kubernetes
istio: kubernetes
docker compose: docker
aws cdk: aws
supabase: postgresql
timescaledb: postgresql
pgvector: postgresql
postgis: postgresql
graphql yoga: graphql
apollo server: graphql
mcp typescript sdk: model context protocol
`;

/** Normalised name → the normalised names of what it is built on. */
export const builtOn: ReadonlyMap<string, readonly string[]> = new Map(
  BUILT_ON.trim()
    .split("\n")
    .map((line) => {
      const [name = "", others = ""] = line.split(": ");
      return [name, others.split(", ")] as const;
    }),
);

/**
 * Names that neither table has. Technologies that the library lacks are included, so that it can tell that it has no
 * answer for them.
 */
const OTHER_NAMES = `
airflow ajv android ansible apache argocd auth0 bigquery blender bootstrap bun caddy cassandra celery circleci
clickhouse clojure cloudflare cobol cockroachdb codeigniter consul couchbase couchdb cypress dart databricks datadog
dbt debian drupal dynamodb ejs elasticache elixir elm ember envoy erlang eslint etcd fedora firebase firestore flutter
fortran godot gorm gradle grafana grpc hadoop haproxy haskell heroku hibernate hono htmx influxdb jenkins joomla
jquery julia junit kafka keycloak kibana koa linkerd liquibase lua magento mapbox matlab maven memcached mobx mocha
mockito nats neo4j netlify nginx nim nomad nunit objective-c ocaml okta opencv opensearch opentelemetry oracle perl
php phpunit podman poetry powershell prometheus pulumi puppeteer pytest quarkus rabbitmq redshift redux rspec rxjs
salesforce scala scipy selenium sentry sequelize shopify sinatra snowflake solidity splunk storybook stripe swiftui
symfony testng thymeleaf tokio traefik trpc turborepo twilio typeorm ubuntu unity unreal valkey vault vercel vagrant
xcode xunit yarn zig zookeeper
`;

/** The one-word technology names as written, in lower case. */
export const technologyNames: ReadonlySet<string> = new Set(
  [...[...technologyAliases].flat(), ...[...builtOn].flat(2), ...OTHER_NAMES.trim().split(/\s+/)].filter((name) =>
    /^[^\s/]+$/.test(name),
  ),
);

/**
 * Programming languages, in lower case: what is written in one is not an answer for another. Not those whose code
 * runs in programs of others (JavaScript, TypeScript, SQL, shells).
 */
export const languageNames: ReadonlySet<string> = new Set(
  `c# c++ clojure cobol dart elixir erlang f# fortran go golang haskell java julia kotlin lua nim objective-c ocaml perl php
  python ruby rust scala swift zig`.split(/\s+/),
);
