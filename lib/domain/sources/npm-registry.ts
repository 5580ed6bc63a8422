import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import semver from "semver";
import { z } from "zod";
import { SourceFailure } from "@/lib/domain/sources/found";
import { fetchFromRegistry, readBytes } from "@/lib/domain/sources/public-host";
import { env } from "@/lib/platform/env";
import { grouped } from "@/lib/platform/words";

const PUBLIC_REGISTRY = "https://registry.npmjs.org/";
const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
const PACKUMENT_BYTES_MAX = 64 * 1_048_576;
const RELEASES_MAX = 100_000;
const TARBALL_BYTES_MAX = 64 * 1_048_576;

/**
 * The registry of `NPM_REGISTRY`, else the one that npm is configured with. Ends with a slash. Without a name and a
 * password, which no request takes in an address: the error would show them.
 */
export function registryUrl(): string {
  const configured = env().NPM_REGISTRY ?? process.env.npm_config_registry ?? registryOfFiles() ?? PUBLIC_REGISTRY;
  const plain = configured.replace(/^(https?:\/\/)[^/?#]*@/i, "$1");
  return plain.endsWith("/") ? plain : `${plain}/`;
}

/** Only the line `registry=` is read: nothing here sends a token. */
function registryOfFiles(): string | null {
  for (const file of [path.join(homedir(), ".npmrc"), "/etc/npmrc", "/usr/local/etc/npmrc", "/usr/etc/npmrc"]) {
    const line = existsSync(file)
      ? /^\s*registry\s*=\s*"?(https?:\/\/[^\s"]+)/m.exec(readFileSync(file, "utf8"))
      : null;
    if (line?.[1]) return line[1];
  }
  return null;
}

const Release = z.object({
  version: z.string(),
  deprecated: z.union([z.string(), z.boolean()]).optional().catch(undefined),
  dist: z.object({ tarball: z.string(), integrity: z.string().optional() }),
});
/** Whose members are looked at when they are needed: there may be millions. */
const Members = z.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
const Packument = z.object({
  name: z.string(),
  "dist-tags": Members.catch({}),
  versions: Members,
  time: Members.catch({}),
});

export type NpmRelease = { version: string; tarball: string; integrity: string | null; deprecated: boolean };
export type NpmPackage = {
  name: string;
  /** What the tag `latest` names. */
  latest: string | null;
  releases: Map<string, NpmRelease>;
  releasedAt(version: string): Date | null;
};

/** The releases of a package, as its registry lists them. Null when the registry does not know the package. */
export async function fetchPackage(name: string, signal?: AbortSignal): Promise<NpmPackage | null> {
  const address = `${registryUrl()}${name.replace("/", "%2f")}`;
  const bytes = await fetchBytes(address, PACKUMENT_BYTES_MAX, signal);
  if (bytes === null) return null;
  const packument = Packument.safeParse(parsed(bytes));
  if (!packument.success || packument.data.name !== name)
    throw new SourceFailure(`the registry's answer for ${name} is not a list of releases`);
  const listed = Object.entries(packument.data.versions);
  if (listed.length > RELEASES_MAX) throw new SourceFailure(`it has more than ${grouped(RELEASES_MAX)} releases`);
  const releases = new Map<string, NpmRelease>();
  for (const [version, value] of listed) {
    // A name that is not a version may hold what cannot be stored.
    const release = Release.safeParse(value);
    if (semver.valid(version) === null || !release.success || release.data.version !== version) continue;
    const { dist, deprecated } = release.data;
    const { tarball, integrity = null } = dist;
    releases.set(version, {
      version,
      tarball,
      integrity,
      deprecated: deprecated !== undefined && deprecated !== false && deprecated !== "",
    });
  }
  const { time, "dist-tags": tags } = packument.data;
  return {
    name,
    latest: typeof tags.latest === "string" && releases.has(tags.latest) ? tags.latest : null,
    releases,
    releasedAt: (version) => timeOf(time[version]),
  };
}

/** A time as a registry writes it. Null for what is none, and for years that the database does not read. */
export function timeOf(written: unknown): Date | null {
  const at = typeof written === "string" ? new Date(written) : null;
  return at && at.getTime() >= 0 && at.getUTCFullYear() <= 9999 ? at : null;
}

/** The tarball of a release, after its digest was compared with the one that the registry states. */
export async function fetchTarball(name: string, release: NpmRelease, signal?: AbortSignal): Promise<Buffer> {
  const expected = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)(?:\s|$)/.exec(release.integrity ?? "")?.[1];
  if (expected === undefined) throw new SourceFailure("the registry states no sha512 of it");
  const bytes = await fetchBytes(tarballAddress(name, release), TARBALL_BYTES_MAX, signal);
  if (bytes === null) throw new SourceFailure("the registry does not have it any more");
  if (createHash("sha512").update(bytes).digest("base64") !== expected)
    throw new SourceFailure("its bytes are not those that the registry states: another sha512");
  return bytes;
}

/** Never on another host than the registry: the list of releases is not ours, and names any address. */
function tarballAddress(name: string, { version, tarball }: NpmRelease): string {
  const registry = new URL(registryUrl());
  const given = URL.canParse(tarball) ? new URL(tarball) : null;
  if (given && given.origin === registry.origin) return given.href;
  return `${registry.href}${name}/-/${name.replace(/^.*\//, "")}-${version}.tgz`;
}

/** Null for 404. Tries again when the registry does not answer. */
async function fetchBytes(address: string, bytesMax: number, signal?: AbortSignal): Promise<Buffer | null> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetchFromRegistry(address, {
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        headers: { accept: "application/json, application/octet-stream" },
      });
      if (response.status === 404 || response.status === 410) return null;
      if (!response.ok) throw new SourceFailure(`the registry answers ${response.status}`);
      return await readBytes(response.body, bytesMax);
    } catch (error) {
      signal?.throwIfAborted();
      const passes = !(error instanceof SourceFailure) || /answers (?:429|5\d\d)$/.test(error.message);
      if (passes && attempt < ATTEMPTS) continue;
      if (error instanceof SourceFailure) throw error;
      throw new SourceFailure(`the registry cannot be reached: ${error instanceof Error ? error.message : error}`);
    }
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}
