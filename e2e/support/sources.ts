import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { expect } from "@playwright/test";
import { read, write } from "@/db/client";
import { lastReport, makeDue, sourceById } from "@/db/queries/sources";
import { tarGz } from "@/e2e/support/bundling";
import { listening } from "@/e2e/support/servers";
import { forgetEnv } from "@/lib/platform/env";
import { followSource } from "@/lib/server/worker/follow-sources";

type MadeRelease = {
  /** Files of the package by their paths; package.json is made. */
  files: Record<string, string>;
  license?: string | null;
  manifest?: Record<string, unknown>;
  deprecated?: string;
  released_at?: string;
  /** Sent instead of the archive, under the archive's digest. */
  sends?: Buffer;
  /** The archive itself. */
  archive?: Buffer;
  /** The archive is sent after those of these versions. */
  after?: string[];
};

/** A registry in npm's form, served on this machine. Until `close`, sources read from it. */
export type LocalRegistry = {
  url: string;
  /** Requests so far, by path. */
  asked: string[];
  publish(name: string, version: string, release: MadeRelease): Promise<void>;
  unpublish(name: string, version: string): void;
  /** Answers 500 until it is called with false. */
  fail(fails: boolean): void;
  close(): Promise<void>;
};

type Kept = { metadata: Record<string, unknown>; bytes: Buffer; at: string; after: string[]; sent: EventEmitter };

export async function startLocalRegistry(): Promise<LocalRegistry> {
  const packages = new Map<string, Map<string, Kept>>();
  const asked: string[] = [];
  let failing = false;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "/").slice(1);
    asked.push(path);
    if (failing) return response.writeHead(500).end();
    const [, of, file] = /^(.+)\/-\/(.+)$/.exec(path) ?? [];
    if (of !== undefined) {
      const found = [...(packages.get(of) ?? [])].find(
        ([version]) => file === `${of.replace(/^.*\//, "")}-${version}.tgz`,
      );
      return found ? send(packages.get(of), found[1], response) : response.writeHead(404).end("{}");
    }
    const releases = packages.get(path);
    if (!releases) return response.writeHead(404).end("{}");
    return response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify({
        name: path,
        "dist-tags": { latest: [...releases.keys()].at(-1) },
        versions: Object.fromEntries([...releases].map(([version, { metadata }]) => [version, metadata])),
        time: Object.fromEntries([...releases].map(([version, { at }]) => [version, at])),
      }),
    );
  });
  const { port, close } = await listening(server);
  const url = `http://127.0.0.1:${port}/`;
  const before = process.env.NPM_REGISTRY;
  setRegistry(url);
  return {
    url,
    asked,
    async publish(name, version, made) {
      const { license = "MIT", manifest = {}, files } = made;
      const description = { name, version, ...(license === null ? {} : { license }), ...manifest };
      const bytes = made.archive ?? (await archiveOf({ "package.json": JSON.stringify(description), ...files }));
      const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
      // Another host, as a mirror lists it: it must not be asked.
      const tarball = `https://registry.example/${name}/-/${name.replace(/^.*\//, "")}-${version}.tgz`;
      const metadata = {
        name,
        version,
        dist: { tarball, integrity },
        ...(made.deprecated ? { deprecated: made.deprecated } : {}),
      };
      const releases = packages.get(name) ?? new Map<string, Kept>();
      packages.set(name, releases);
      releases.set(version, {
        metadata,
        bytes: made.sends ?? bytes,
        at: made.released_at ?? "2026-01-01T00:00:00.000Z",
        after: made.after ?? [],
        sent: new EventEmitter(),
      });
    },
    unpublish: (name, version) => packages.get(name)?.delete(version),
    fail(fails) {
      failing = fails;
    },
    close() {
      setRegistry(before);
      return close();
    },
  };
}

async function send(releases: Map<string, Kept> | undefined, { after, bytes, sent }: Kept, to: ServerResponse) {
  await Promise.all(after.map((version) => once(releases?.get(version)?.sent ?? sent, "sent")));
  to.end(bytes, () => sent.emit("sent"));
}

/** A package's tarball: the files in a folder `package`. */
function archiveOf(files: Record<string, string>): Promise<Buffer> {
  return tarGz(Object.fromEntries(Object.entries(files).map(([path, text]) => [`package/${path}`, text])));
}

function setRegistry(url: string | undefined): void {
  if (url === undefined) delete process.env.NPM_REGISTRY;
  else process.env.NPM_REGISTRY = url;
  forgetEnv();
}

/** Runs a source in this process, as the worker does when it is due, and returns the run with the lines of its report. */
export async function runSource(source_id: string) {
  await write((sql) => makeDue(sql, source_id));
  expect(await followSource(source_id, new AbortController().signal)).toBe(true);
  return lastRun(source_id);
}

/** A source's last run with the lines of its report, and when the next one is due. */
export async function lastRun(source_id: string) {
  const source = await read((sql) => sourceById(sql, source_id));
  return { ...source?.last_run, due_at: source?.due_at, lines: await read((sql) => lastReport(sql, source_id)) };
}
