/** One technology a line: Cairn's name for it, then other common spellings. All lower case. */
const ALIASES = `
next.js: next, nextjs, next js
node.js: node, nodejs, node js
vue: vue.js, vuejs
nuxt: nuxt.js, nuxtjs
react: react.js, reactjs
react-native: react native, reactnative
angular: angular.io, @angular/core
angularjs: angular.js, angular 1
svelte: svelte.js, sveltejs
sveltekit: svelte kit, @sveltejs/kit
solid: solid.js, solidjs, solid-js
express: express.js, expressjs
nestjs: nest, nest.js, @nestjs/core
three.js: three, threejs
d3: d3.js, d3js
deno: deno.js, denojs
javascript: js, ecmascript
typescript: ts
python: py, cpython, python3
go: golang, go lang
rust: rust-lang, rustlang
ruby: ruby-lang
ruby on rails: rails, ror, rubyonrails
c#: csharp, c sharp
f#: fsharp, f sharp
c++: cpp, cplusplus
.net: dotnet, dot net, .net core, dotnet core
asp.net core: asp.net, aspnet, aspnetcore, asp.net-core, aspnet core
entity framework core: ef core, efcore, entity-framework-core, microsoft.entityframeworkcore
postgresql: postgres, pg, psql, postgre
mysql: my sql
mariadb: maria db
sql server: mssql, ms sql, microsoft sql server, sqlserver
sqlite: sqlite3
mongodb: mongo, mongo db
elasticsearch: elastic search
meilisearch: meili
redis: redis-server
kubernetes: k8s, kube
docker compose: docker-compose, compose
terraform: tf, hashicorp terraform
github actions: gha, github-actions, githubactions
gitlab ci: gitlab-ci, gitlab ci/cd
aws: amazon web services
gcp: google cloud, google cloud platform
azure: microsoft azure
aws cdk: cdk, aws-cdk, aws-cdk-lib
spring boot: springboot, spring-boot
spring: spring framework, spring-framework
java: jdk, openjdk
kotlin: kotlin-lang
tailwind css: tailwind, tailwindcss, tailwind-css
fastapi: fast api
django: django framework
playwright: @playwright/test, playwright test
vitest: vite test
jest: jestjs, jest.js
webpack: webpack.js
vite: vitejs, vite.js
biome: biomejs, @biomejs/biome
prisma: prisma orm, @prisma/client
drizzle orm: drizzle, drizzle-orm
tanstack query: react query, react-query, @tanstack/react-query, tanstack-query
graphql: graph ql
openai sdk: openai-node, openai-python
mcp typescript sdk: @modelcontextprotocol/sdk, mcp sdk
model context protocol: mcp
power bi: powerbi, power-bi
visual studio code: vscode, vs code
linux kernel: kernel, linux-kernel
red hat enterprise linux: rhel
macos: mac os, os x, mac os x, osx
windows: microsoft windows, win32
ios: apple ios
zod: zod.dev
postgres.js: postgresjs, porsager/postgres
`;

/** Alias → canonical name. */
export const technologyAliases: ReadonlyMap<string, string> = new Map(
  ALIASES.trim()
    .split("\n")
    .flatMap((line) => {
      const at = line.indexOf(": ");
      const name = line.slice(0, at);
      return line
        .slice(at + 2)
        .split(", ")
        .map((alias) => [alias, name] as const);
    }),
);

/** The canonical name of a technology: trimmed, lower case, aliases resolved ("NextJS" → "next.js"). */
export function normaliseTechnology(name: string): string {
  const plain = name.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
  return technologyAliases.get(plain) ?? plain;
}

/**
 * Technologies that no package is: a package of this name is a client or a binding with version numbers of its own, so
 * its version would be compared with those of something else.
 */
export const NO_PACKAGES: ReadonlySet<string> = new Set(
  (
    "postgresql,mysql,mariadb,sqlite,sql server,mongodb,redis,valkey,elasticsearch,opensearch,meilisearch,memcached," +
    "cassandra,clickhouse,couchbase,couchdb,neo4j,influxdb,dynamodb,rabbitmq,kafka,nats,etcd,consul,vault,nginx,caddy," +
    "docker,docker compose,kubernetes,helm,terraform,ansible,aws,gcp,azure,java,python,go,rust,ruby,php,perl,lua,c#,f#," +
    "c++,.net,kotlin,scala,swift,dart,javascript,linux kernel,windows,macos,ios,android,debian,ubuntu,git,http," +
    "model context protocol,github actions,gitlab ci,spring,oracle,compose,kernel,power bi,visual studio code"
  ).split(","),
);
