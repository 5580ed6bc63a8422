import { expect, test } from "@playwright/test";
import { read } from "@/e2e/support/made-project";

const NAMED: ReadonlyArray<[file: string, text: string, ...technologies: string[]]> = [
  [".nvmrc", "lts/jod\n", "node.js ^22"],
  [".nvmrc", "lts/Iron", "node.js ^20"],
  [".nvmrc", "lts/krypton", "node.js ^24"],
  [".nvmrc", "# of this team\nv20.11.1 # pinned\n", "node.js =20.11.1"],
  [".nvmrc", "22.x", "node.js ^22"],
  [".node-version", "20.11", "node.js ~20.11"],
  [".node-version", "lts/hydrogen", "node.js ^18"],
  [
    ".tool-versions",
    "nodejs 22.3.0 20.1.0\npython 3.12.1\n# ruby 2\nruby 3.3.0\n",
    "node.js =22.3.0",
    "python =3.12.1",
    "ruby =3.3.0",
  ],
  [
    ".tool-versions",
    "golang 1.22.1\njava temurin-21.0.5+11.0.LTS\nelixir 1.17.2-otp-27\n",
    "go =1.22.1",
    "java =21.0.5",
    "elixir =1.17.2",
  ],
  [".tool-versions", "postgres 16.1\nshellcheck 0.9.0\nterraform latest:1.9\n", "postgresql ~16.1", "terraform ~1.9"],
  [
    "mise.toml",
    '[tools]\nnode = "22"\npython = ["3.12", "3.11"]\njava = { version = "temurin-21" }\n"npm:prettier" = "3"\n',
    "node.js ^22",
    "python ~3.12",
    "java ^21",
  ],
  [".mise.toml", '[env]\nA = "b"\n[tools]\n"core:node" = "lts/jod"\ngo = "prefix:1.22"\n', "node.js ^22", "go ~1.22"],
  [".config/mise/config.toml", "[tools]\nnode = 20\nbun = '1.1.30'\n", "node.js ^20", "bun =1.1.30"],
  [".python-version", "3.12.1\n3.11\n", "python =3.12.1"],
  [".python-version", "pypy3.10-7.3.15\n", "python ~3.10"],
  [".python-version", "3.13.0rc1\n", "python =3.13.0-rc.1"],
  ["rust-toolchain.toml", '[toolchain]\nchannel = "1.80.1"\ncomponents = ["clippy"]\n', "rust =1.80.1"],
  ["rust-toolchain", "1.80\n", "rust ~1.80"],
  [".ruby-version", "ruby-3.3.0\n", "ruby =3.3.0"],
  [".java-version", "1.8\n", "java ^8"],
  [".sdkmanrc", "# Enable auto-env\njava=17.0.9-tem\nmaven=3.9.6\n", "java =17.0.9", "maven =3.9.6"],
  ["global.json", '{ "sdk": { "version": "8.0.404", "rollForward": "latestFeature" } }', ".net ~8.0"],
  ["runtime.txt", "python-3.12.1\n", "python =3.12.1"],
  [".go-version", "go1.22.3\n", "go =1.22.3"],
  [".terraform-version", "1.9.5\n", "terraform =1.9.5"],
];

test("files of version managers name the versions of languages and tools", () => {
  const found = NAMED.map(([file, text]) => {
    const { technologies, warnings } = read({ [file]: text, "notes.txt": "" });
    return [file, text, ...technologies, ...warnings.map(({ detail }) => detail)];
  });
  expect(found).toEqual(NAMED.map(([file, text, ...told]) => [file, text, ...told.map((one) => `${one} (${file})`)]));
});

const MOVING: ReadonlyArray<[file: string, text: string, technology: string]> = [
  [".nvmrc", "lts/*", "node.js"],
  [".nvmrc", "node", "node.js"],
  [".nvmrc", "lts/-1", "node.js"],
  [".nvmrc", "stable", "node.js"],
  [".node-version", "latest", "node.js"],
  [".tool-versions", "nodejs lts", "node.js"],
  ["mise.toml", '[tools]\nnode = "latest"\n', "node.js"],
  ["rust-toolchain.toml", '[toolchain]\nchannel = "stable"\n', "rust"],
  ["rust-toolchain", "nightly-2024-05-01", "rust"],
  [".python-version", "shop-env", "python"],
  [".ruby-version", "jruby-9.4.5.0", "ruby"],
];

test("a name that is not a version is said", () => {
  for (const [file, text, technology] of MOVING) {
    const { technologies, warnings } = read({ [file]: text, "notes.txt": "" });
    expect([file, text, technologies]).toEqual([file, text, [`${technology} null (${file})`]]);
    expect(warnings).toEqual([
      { file, detail: expect.stringMatching(/^names .+, which is (?:another|not a) version/) },
    ]);
  }
  expect(read({ ".tool-versions": "nodejs system\npython ref:main\n" })).toMatchObject({
    technologies: [],
    warnings: [],
  });
});

test("a version file counts before the manifest, and the nearest before those above", () => {
  const manifest = { engines: { node: ">=18" } };
  expect(
    read({ ".nvmrc": "20", "app/.tool-versions": "nodejs 22.3.0", "app/package.json": manifest }, "app").technologies,
  ).toEqual(["node.js =22.3.0 (.tool-versions)"]);
  expect(read({ ".nvmrc": "lts/*", "package.json": manifest }).technologies).toEqual(["node.js >=18 (package.json)"]);
  expect(read({ "package.json": { volta: { node: "20.11.1" }, ...manifest } }).technologies).toEqual([
    "node.js =20.11.1 (package.json)",
  ]);
  expect(
    read({ "package.json": { devEngines: { runtime: { name: "node", version: "^22.4.0" } } } }).technologies,
  ).toEqual(["node.js ^22.4.0 (package.json)"]);
});

const FROM: ReadonlyArray<[image: string, ...technologies: string[]]> = [
  ["node:22-alpine", "node.js ^22"],
  ["node:20.11.1-bookworm-slim AS build", "node.js =20.11.1"],
  ["--platform=$BUILDPLATFORM docker.io/library/python:3.12-slim@sha256:00ff", "python ~3.12"],
  ["golang:1.22.3-bullseye", "go =1.22.3"],
  ["eclipse-temurin:21-jre-alpine", "java ^21"],
  ["eclipse-temurin:17.0.9_9-jdk-jammy", "java =17.0.9"],
  ["openjdk:8u392-jdk", "java =8.0.392"],
  ["mcr.microsoft.com/dotnet/aspnet:8.0-noble-chiseled", ".net ~8.0"],
  ["postgres:17.2-alpine3.20", "postgresql ~17.2"],
  ["docker.elastic.co/elasticsearch/elasticsearch:8.11.3", "elasticsearch =8.11.3"],
  ["registry.example.org:5000/mirror/nginx:1.27.1"],
  ["rancher/k3s:v1.30.4-k3s1", "kubernetes =1.30.4"],
  ["ubuntu:24.04", "ubuntu ~24.4"],
  ["ubuntu:jammy", "ubuntu null"],
  ["redis", "redis null"],
  ["scratch"],
  ["$OTHER"],
];

test("the tags of images in a Dockerfile are versions", () => {
  const found = FROM.map(([image]) => [
    image,
    ...read({ Dockerfile: `# syntax=docker/dockerfile:1\nFROM ${image}\nRUN true\n` }).technologies,
  ]);
  expect(found).toEqual(FROM.map(([image, ...told]) => [image, ...told.map((one) => `${one} (Dockerfile)`)]));
});

test("stages and arguments of a Dockerfile, and the services of a compose file", () => {
  const dockerfile = `ARG NODE_VERSION=22.3.0
ARG TAG="\${NODE_VERSION}-alpine"
FROM --platform=linux/amd64 \\
  node:\${TAG} AS base
FROM base AS build
from ruby:\${RUBY:-3.3}-slim
`;
  expect(read({ Dockerfile: dockerfile }).technologies).toEqual([
    "node.js =22.3.0 (Dockerfile)",
    "ruby ~3.3 (Dockerfile)",
  ]);
  const compose = `x-base: &base
  restart: always
services:
  db:
    <<: *base
    image: postgres:\${POSTGRES_VERSION:-16.3}
  cache: { image: "redis:7.2.3-debian-12-r0" }
  search:
    image: getmeili/meilisearch:v1.10
  app:
    build: .
`;
  for (const file of ["compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"])
    expect(read({ [file]: compose }).technologies).toEqual([
      `postgresql ~16.3 (${file})`,
      `redis =7.2.3 (${file})`,
      `meilisearch ~1.10 (${file})`,
    ]);
  expect(read({ "compose.yaml": "services: [\n" }).warnings).toEqual([
    { file: "compose.yaml", detail: expect.stringContaining("malformed") },
  ]);
  expect(read({ "package.json": { engines: { node: ">=18" } }, Dockerfile: "FROM node:22\n" }).technologies).toEqual([
    "node.js >=18 (package.json)",
  ]);
});
