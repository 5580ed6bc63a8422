import type { Meilisearch, Task } from "meilisearch";
import { env } from "@/lib/platform/env";
import type { IndexDocument } from "@/lib/search/index/index-document";

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
