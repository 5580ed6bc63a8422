import type { Meilisearch, Task } from "meilisearch";
import type { VersionToIndex } from "@/db/queries/index-versions";
import { env } from "@/lib/platform/env";
import { numbersOf } from "@/lib/search/engine/embedder";
import { type AnalysedVersion, FIELDS, hashOf, placeOf, unpack } from "@/lib/search/query/analyse-version";
import { termsOf } from "@/lib/search/query/terms";

/**
 * A version's document in the search engine: our own terms, so that stems and compounds are found, and the filter
 * fields.
 */
export type IndexDocument = {
  id: string;
  skill_id: string;
  is_selected: boolean;
  technologies: string[];
  /** Every term of title, slug, technologies and description, and the body's most frequent ones, each once. */
  text: string;
  /** The vector by the name of the index's embedder; null until the version has one. */
  _vectors?: Record<string, number[] | null>;
};

/**
 * The body's terms that a document keeps: the most frequent ones. All of them would cost the engine more for every
 * search, and add candidates that are not about the question. Weighting them by rarity finds no better candidates, and
 * a document would then depend on every other one.
 */
export const BODY_TERMS_MAX = 160;
const DESCRIPTION = FIELDS.indexOf("description");
const HEADINGS = FIELDS.indexOf("headings");
const BODY = FIELDS.indexOf("body");

/**
 * A version's document for an index with this embedder, or with none. What counts as its description, the analysis
 * says: also its author's questions, and one that led here.
 */
export function documentOf(version: VersionToIndex, embedder: string | null): IndexDocument {
  const { title, slug, technologies, terms } = version;
  const analysis = unpack(version.analysis);
  const named = termsOf(`${title} ${slug.replaceAll("-", " ")} ${technologies.join(" ")}`);
  const text = [...named, ...describing(terms, analysis), ...frequentTerms(terms, analysis)];
  return {
    id: version.version_id,
    skill_id: version.skill_id,
    is_selected: version.is_selected,
    technologies,
    text: [...new Set(text)].join(" "),
    ...(embedder && { _vectors: { [embedder]: version.vector && numbersOf(version.vector) } }),
  };
}

/** The terms of the description. */
function describing(terms: readonly string[], analysis: AnalysedVersion): string[] {
  return terms.filter((term) => countIn(analysis, term, DESCRIPTION) > 0);
}

/** The terms of headings and body, most frequent first, then by alphabet. A heading counts twice. */
function frequentTerms(terms: readonly string[], analysis: AnalysedVersion): string[] {
  return terms
    .map((term) => ({ term, count: 2 * countIn(analysis, term, HEADINGS) + countIn(analysis, term, BODY) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, BODY_TERMS_MAX)
    .map(({ term }) => term);
}

function countIn(analysis: AnalysedVersion, term: string, field: number): number {
  const place = placeOf(analysis, hashOf(term));
  return place < 0 ? 0 : (analysis.counts[FIELDS.length * place + field] ?? 0);
}

/** The engine's time limit for one batch; after it the batch counts as failed and is retried. */
const TASK_TIMEOUT_MS = 120_000;
const TASK_POLL_MS = 25;
/** Bulk tasks queue behind each other, so poll rarely: the client keeps a record of every poll. */
const BULK = { documents: 500, wait: { interval: 500, timeout: 600_000 } } as const;

/** The engine accepted the request and then refused its content. */
class TaskRefused extends Error {}

/** Waits for a task of the engine. Throws `TaskRefused` when it fails there. */
export async function settled(
  client: Meilisearch,
  task: { taskUid: number },
  wait = { interval: TASK_POLL_MS, timeout: TASK_TIMEOUT_MS },
): Promise<Task> {
  const done = await client.tasks.waitForTask(task.taskUid, wait);
  if (done.status !== "succeeded")
    throw new TaskRefused(done.error?.message ?? `a search engine task ended as ${done.status}`);
  return done;
}

/** The index that searches use. */
export function liveIndex(): string {
  return env().MEILI_INDEX;
}

/**
 * Adds documents to an index and waits until they are searchable. A document that the engine refuses fails its whole
 * batch, so a refused batch is halved until the bad documents are isolated. They are returned with the reason; all
 * others are indexed.
 */
export async function putDocuments(
  client: Meilisearch,
  index: string,
  documents: readonly IndexDocument[],
): Promise<Array<{ document: IndexDocument; reason: string }>> {
  if (documents.length === 0) return [];
  try {
    const task = await client.index(index).addDocuments([...documents], { primaryKey: "id" });
    await settled(client, task, documents.length < BULK.documents ? undefined : BULK.wait);
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [only] = documents;
    if (only && documents.length === 1)
      return [{ document: only, reason: String(error instanceof Error ? error.message : error).slice(0, 1_000) }];
    const middle = documents.length >> 1;
    const left = await putDocuments(client, index, documents.slice(0, middle));
    return [...left, ...(await putDocuments(client, index, documents.slice(middle)))];
  }
}

/** Refused for its content (a bad document, too large), not because the engine is away or the key is wrong. */
function isRefusal(error: unknown): boolean {
  if (error instanceof TaskRefused) return true;
  if (!(error instanceof Error) || !("cause" in error)) return false;
  const cause: unknown = error.cause;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  return /^(malformed_payload|payload_too_large|invalid_document_fields|missing_document_id|invalid_document_id)$/.test(
    code,
  );
}
