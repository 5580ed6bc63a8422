import { read } from "@/db/client";
import { storedAnalyses } from "@/db/queries/search-documents";
import { once } from "@/lib/process";
import type { AnalysedVersion } from "@/lib/search/analyse-version";
import { unpack } from "@/lib/search/pack";

/** About 13 bytes a term; ten thousand versions of usual size fit. */
const BYTES_MAX = 64 * 1_024 * 1_024;
const BYTES_PER_TERM = 13;
const BYTES_PER_ENTRY = 400;

type Cache = { entries: Map<string, AnalysedVersion>; bytes: number };

const cache = () => once<Cache>("search-analyses", () => ({ entries: new Map(), bytes: 0 }));

/**
 * The analyses of these versions. Versions are immutable, so what was read once is kept, the longest unused dropped
 * first; one read for all that are missing. Versions not analysed yet are missing from the answer.
 */
export async function analysesOf(version_ids: readonly string[]): Promise<Map<string, AnalysedVersion>> {
  const here = cache();
  const found = new Map<string, AnalysedVersion>();
  const missing: string[] = [];
  for (const id of version_ids) {
    const kept = here.entries.get(id);
    if (!kept) {
      missing.push(id);
      continue;
    }
    here.entries.delete(id);
    here.entries.set(id, kept);
    found.set(id, kept);
  }
  if (missing.length === 0) return found;
  for (const { version_id, analysis } of await read((sql) => storedAnalyses(sql, missing))) {
    const version = unpack(analysis);
    found.set(version_id, version);
    keep(here, version_id, version);
  }
  return found;
}

function keep(here: Cache, version_id: string, version: AnalysedVersion): void {
  if (!here.entries.has(version_id)) here.bytes += sizeOf(version);
  here.entries.set(version_id, version);
  for (const [oldest, entry] of here.entries) {
    if (here.bytes <= BYTES_MAX) break;
    here.entries.delete(oldest);
    here.bytes -= sizeOf(entry);
  }
}

function sizeOf(version: AnalysedVersion): number {
  return version.hashes.length * BYTES_PER_TERM + BYTES_PER_ENTRY;
}
