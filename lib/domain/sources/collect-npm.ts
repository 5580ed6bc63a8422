import { createHash } from "node:crypto";
import { setImmediate as otherWork } from "node:timers/promises";
import type { SourceSettings } from "@/db/queries/sources";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { spdxOf } from "@/lib/domain/skills/licenses";
import { repositoryAddress } from "@/lib/domain/skills/origin";
import { packageName } from "@/lib/domain/sources/address";
import {
  COLLECTED_BYTES_MAX,
  type Collected,
  type FoundSkill,
  type FoundText,
  type ReadText,
  type Refused,
  readText,
  SourceFailure,
} from "@/lib/domain/sources/found";
import { fetchPackage, fetchTarball, type NpmPackage } from "@/lib/domain/sources/npm-registry";
import { readTarball } from "@/lib/domain/sources/read-tarball";
import { REGISTRIES } from "@/lib/domain/sources/registries";
import { followedReleases, readChanges, spansOf } from "@/lib/domain/sources/releases";

type Text = ReadText & { digest: string; repository: string | null };
/** `unread` holds the reason for a release that could not be read: nothing is known of its texts. */
type Release = { texts: Map<string, Text>; refused: Refused[]; unread: boolean };

const READS_AT_ONCE = 6;

/** Keeps the texts of a release, those of others once. Throws a `SourceFailure` when a package has too much of them. */
type Shelf = (texts: Map<string, Text>) => Map<string, Text>;
/** Several releases are read at once: a later one waits here, or it would depend on their speed which is too much. */
type InOrder = <T>(work: (earlier: Promise<unknown>) => Promise<T>) => Promise<T>;

/** The skills of the followed releases of a package. Throws a `SourceFailure` when the package cannot be read. */
export async function collectNpm(
  source: { address: string; settings: SourceSettings },
  { signal, progress }: { signal?: AbortSignal; progress?: (words: string) => Promise<void> } = {},
): Promise<Collected> {
  const name = packageName(source.address);
  const found = await fetchPackage(name, signal);
  if (!found) throw new SourceFailure(`the registry has no package ${name}`);
  const minors = followedReleases([...found.releases.keys()], source.settings);
  if (minors.length === 0) throw new SourceFailure(`${name} has no release that the source follows`);
  let read = 0;
  const inTurn = makeGate(READS_AT_ONCE);
  const inOrder = makeOrder();
  const kept = makeShelf();
  const releases = await readChanges(
    minors,
    (version) =>
      inOrder((earlier) =>
        inTurn(async () => {
          const release = await readRelease(found, version, { kept, earlier }, signal);
          read += 1;
          await progress?.(`${read} releases of ${name} read`);
          return release;
        }),
      ),
    (a, b) => fingerprint(a) === fingerprint(b),
  );
  if (releases.every(({ release }) => release.unread))
    throw new SourceFailure(releases[0]?.release.refused[0]?.reason ?? "no release can be read");
  return assemble(source.address, found, releases);
}

async function readRelease(
  found: NpmPackage,
  version: string,
  { kept, earlier }: { kept: Shelf; earlier: Promise<unknown> },
  signal?: AbortSignal,
): Promise<Release> {
  const release = found.releases.get(version);
  if (!release) return { texts: new Map(), refused: [], unread: true };
  try {
    const { manifest, skills, refused } = await readTarball(await fetchTarball(found.name, release, signal));
    const texts = new Map<string, Text>();
    const [license, repository] = [licenseOf(manifest), repositoryOf(manifest)];
    for (const { path, markdown, beside } of skills) {
      // Texts are parsed without waiting, and this process serves requests too.
      await otherWork();
      signal?.throwIfAborted();
      const text = readText(markdown, beside, license);
      if ("reason" in text) refused.push({ path, reason: text.reason });
      else texts.set(path, { ...text, digest: text.text_sha256.toString("hex"), repository });
    }
    await earlier;
    return { texts: kept(texts), refused, unread: false };
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    return { texts: new Map(), refused: [{ path: `release ${version}`, reason: error.message }], unread: true };
  }
}

function assemble(
  address: string,
  found: NpmPackage,
  releases: ReadonlyArray<{ version: string; release: Release }>,
): Collected {
  const known = releases.filter(({ release }) => !release.unread);
  const paths = new Set(known.flatMap(({ release }) => [...release.texts.keys()]));
  const skills = [...paths].sort().map((path): FoundSkill => {
    const held = known.map(({ version, release }) => ({ version, value: release.texts.get(path) ?? null }));
    const texts = new Map<string, FoundText>();
    for (const span of spansOf(held, (a, b) => a.digest === b.digest)) {
      const before = texts.get(span.value.digest);
      const entries = [...(before?.applicability ?? []), ...applicabilityOf(found.name, span.value, span.constraint)];
      // A text that came back counts as its newest span.
      texts.delete(span.value.digest);
      texts.set(span.value.digest, textOf(address, found, span, entries));
    }
    return { source_path: `${address}/${path}`, path, texts: [...texts.values()] };
  });
  const technology = normaliseTechnology(found.name);
  // A package may have the name of a technology whose releases are listed elsewhere: `redis` is a client of Redis.
  const isElsewhere = Object.hasOwn(REGISTRIES, technology) && REGISTRIES[technology] !== address;
  const version = isElsewhere ? null : (found.latest ?? releases.at(-1)?.version ?? null);
  const deprecated = [...found.releases.values()].filter((each) => each.deprecated).map((each) => each.version);
  return {
    skills,
    refused: newestOfEach(releases),
    notes: skills.flatMap(({ path, texts }) => (texts.at(-1)?.skill.notes ?? []).map((reason) => ({ path, reason }))),
    releases: { deprecated, published: [...found.releases.keys()] },
    newest:
      version === null
        ? null
        : {
            technology,
            version,
            released_at: found.releasedAt(version),
            address,
          },
  };
}

/** What was refused, once for each path: by the newest release that has it. */
function newestOfEach(releases: ReadonlyArray<{ version: string; release: Release }>): Refused[] {
  const refused = new Map<string, Refused>();
  for (const { version, release } of releases)
    for (const { path, reason } of release.refused)
      refused.set(path, { path: release.unread ? path : `${path} of ${version}`, reason });
  return [...refused.values()];
}

function textOf(
  address: string,
  found: NpmPackage,
  { last, value }: { last: string; value: Text },
  applicability: ApplicabilityEntry[],
): FoundText {
  const { digest: _digest, ...text } = value;
  return {
    ...text,
    release: last,
    release_state: found.releases.get(last)?.deprecated ? "deprecated" : "published",
    commit: null,
    applicability,
    requires: text.skill.library.requires.map((name) => `${address}/skills/${name}`),
  };
}

/** The package, and the name that its scope and its library have together: `tanstack db` for `@tanstack/db`. */
function applicabilityOf(name: string, { skill }: Text, constraint: string): ApplicabilityEntry[] {
  const scope = /^@([^/]+)\//.exec(name)?.[1];
  const library = [...(skill.library.name?.toLowerCase().trim() ?? "")].slice(0, 60).join("");
  const alias = library && (scope && !library.includes(scope) ? `${scope} ${library}` : library);
  const names = new Set([name, ...(alias ? [alias] : [])].map(normaliseTechnology));
  return [...names].map((technology) => ({ technology, version_scheme: "semver", constraint }));
}

function fingerprint({ texts }: Release): string {
  return JSON.stringify([...texts].map(([path, { digest }]) => [path, digest]).sort());
}

/** The SPDX expression of a manifest's licence; null for none, several in a list and free words. */
function licenseOf(manifest: unknown): string | null {
  const { license } = Object(manifest);
  const text = typeof license === "string" ? license : Object(license).type;
  return typeof text === "string" ? spdxOf(text) : null;
}

function repositoryOf(manifest: unknown): string | null {
  const { repository } = Object(manifest);
  const text: unknown = typeof repository === "string" ? repository : Object(repository).url;
  if (typeof text !== "string") return null;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text)?.[1];
  return repositoryAddress(
    short
      ? `https://github.com/${short}`
      : text.replace(/^git\+/, "").replace(/^(?:git|ssh):\/\/(?:git@)?/, "https://"),
  );
}

/** Each work gets the one before it, which it may wait for. */
function makeOrder(): InOrder {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = work(last);
    last = mine.catch(() => {});
    return mine;
  };
}

function makeShelf(): Shelf {
  const known = new Map<string, Text>();
  let bytes = 0;
  return (texts) => {
    const own = [...texts].map(([path, text]) => {
      const { digest, files, skill, license, repository } = text;
      const around = JSON.stringify([skill, license, repository]);
      const size = files.reduce((sum, file) => sum + file.bytes.byteLength, Buffer.byteLength(around));
      return { path, text, size, key: `${digest} ${createHash("sha256").update(around).digest("hex")}` };
    });
    const added = own.reduce((sum, { key, size }) => sum + (known.has(key) ? 0 : size), 0);
    if (bytes + added > COLLECTED_BYTES_MAX)
      throw new SourceFailure(`the releases before it have ${COLLECTED_BYTES_MAX / 1_048_576} MiB together`);
    bytes += added;
    for (const { key, text } of own) if (!known.has(key)) known.set(key, text);
    return new Map(own.map(({ path, key, text }) => [path, known.get(key) ?? text]));
  };
}

/** Runs at most `most` pieces of work at once, in the order of the calls. */
function makeGate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
