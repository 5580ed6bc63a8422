import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { meilisearchBinary } from "@/lib/start/binaries";
import { commandOf, endProcess, isAlive, launch } from "@/lib/start/children";
import { readRecord, tailOf, writeRecord } from "@/lib/start/files";
import { ownFolder, type Place, secretFile } from "@/lib/start/instance-layout";
import { freePort } from "@/lib/start/ports";

export type Meilisearch = {
  url: string;
  masterKey: string;
  port: number;
  pid: number;
  version: string;
  folder: string;
  /** `created`: the index is empty and must be filled from Postgres. */
  how: "created" | "started" | "found";
};

const Record = z.object({ pid: z.int(), port: z.int(), version: z.string() });
const START_MS_MAX = 30_000;

/**
 * Starts the embedded Meilisearch on 127.0.0.1. Its data can be rebuilt from Postgres, so data of another version or
 * data that does not open is deleted. Throws the reason when no Meilisearch is available.
 */
export async function startMeilisearch(place: Place, wantedPort?: number): Promise<Meilisearch> {
  const { folder: binaries, version } = await meilisearchBinary(place);
  const masterKey = secretFile(place, "meilisearch-key");
  const recordFile = path.join(place.data, "meilisearch.json");
  const record = readRecord(recordFile, Record);
  const folder = path.join(place.data, `meilisearch-${version}`);
  const engine = (port: number, pid: number) => ({
    url: `http://127.0.0.1:${port}`,
    masterKey,
    port,
    pid,
    version,
    folder,
  });

  if (record && isAlive(record.pid) && commandOf(record.pid).includes(path.join(place.data, "meilisearch-"))) {
    if (record.version === version && (await answers(record.port, masterKey)))
      return { ...engine(record.port, record.pid), how: "found" };
    await stopMeilisearch(record.pid);
  }
  for (const name of readdirSync(place.data)) {
    if (/^meilisearch-\d/.test(name) && path.join(place.data, name) !== folder)
      rmSync(path.join(place.data, name), { recursive: true, force: true });
  }

  const log = path.join(place.state, "logs", "meilisearch.log");
  const known = readdirSync(place.data).includes(path.basename(folder));
  for (const fresh of known ? [false, true] : [true]) {
    if (fresh) rmSync(folder, { recursive: true, force: true });
    ownFolder(place, folder);
    const port = await freePort(wantedPort ?? record?.port);
    const { pid } = launch({
      binary: path.join(binaries, "meilisearch"),
      args: options(folder, port),
      // Passed in the environment, because any user can read command lines.
      env: { MEILI_MASTER_KEY: masterKey, HOME: folder },
      cwd: folder,
      log,
      runAs: place.runAs,
    });
    writeRecord(recordFile, { pid, port, version });
    if (await becameHealthy(pid, port, masterKey)) return { ...engine(port, pid), how: fresh ? "created" : "started" };
    await stopMeilisearch(pid);
  }
  throw new Error(`it does not start; the end of ${log}:\n${tailOf(log, 6)}`);
}

export async function stopMeilisearch(pid: number): Promise<void> {
  await endProcess(pid, [
    { signal: "SIGTERM", ms: 3_200 },
    { signal: "SIGKILL", ms: 1_000 },
  ]);
}

/**
 * For every batch, even of one document, the engine allocates buffers in proportion to its memory limit. The default is
 * two thirds of the machine's memory, which makes one document cost ten times the work.
 */
const INDEXING_MEMORY = "512MiB";

function options(folder: string, port: number): string[] {
  const values = {
    "--env": "production",
    "--http-addr": `127.0.0.1:${port}`,
    "--db-path": path.join(folder, "db"),
    "--dump-dir": path.join(folder, "dumps"),
    "--snapshot-dir": path.join(folder, "snapshots"),
    "--log-level": "WARN",
    "--max-indexing-memory": INDEXING_MEMORY,
  };
  return [...Object.entries(values).flat(), "--no-analytics"];
}

async function becameHealthy(pid: number, port: number, masterKey: string): Promise<boolean> {
  const until = Date.now() + START_MS_MAX;
  while (isAlive(pid) && Date.now() < until) {
    if (await answers(port, masterKey)) return true;
    await sleep(40);
  }
  return false;
}

/** Whether the engine answering there is ours: it must accept our key. */
async function answers(port: number, masterKey: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/version`, {
      headers: { authorization: `Bearer ${masterKey}` },
      signal: AbortSignal.timeout(2_000),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
