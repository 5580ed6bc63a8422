import { createHash } from "node:crypto";
import type { Agent } from "node:http";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/singleton";
import { keepAliveAgent, makeBreaker, postJson } from "@/lib/search/engine/remote-calls";

/** Increase it when the text sent for a version changes: existing vectors are made again. */
const TEXT_REVISION = 1;
/** How much of a version's text is sent, beside title and description. The start of a text states its topic. */
export const EMBEDDED_CHARACTERS_MAX = 1_500;
const DIMENSIONS_MAX = 8_192;
const SOCKETS_MAX = 4;

export type Embedder = {
  /** Identifies address, model and text: vectors of different names cannot be compared. */
  name: string;
  url: URL;
  model: string | undefined;
  key: string;
  agent: Agent;
};

/** The embedder answers, but its vectors cannot be compared with the earlier ones. */
class OtherDimensions extends Error {}

const Vector = z.array(z.number()).min(1).max(DIMENSIONS_MAX);
const Answer = z.union([
  z.object({ data: z.array(z.object({ index: z.int().optional(), embedding: Vector })) }),
  z.object({ embeddings: z.array(Vector) }),
]);

/** The configured embedder, or null. */
export const embedder = () =>
  singleton<Embedder | null>("search-embedder", () => {
    const { EMBEDDER_URL, EMBEDDER_MODEL, EMBEDDER_KEY } = env();
    if (!EMBEDDER_URL) return null;
    const url = endpointOf(EMBEDDER_URL);
    const told = JSON.stringify([url.href, EMBEDDER_MODEL ?? "", TEXT_REVISION]);
    const name = `m${createHash("sha256").update(told).digest("hex").slice(0, 16)}`;
    return { name, url, model: EMBEDDER_MODEL, key: EMBEDDER_KEY ?? "", agent: keepAliveAgent(url, SOCKETS_MAX) };
  });

/** The request URL: a bare origin or `/v1` gets the usual path of OpenAI's API, which Ollama supports too. */
function endpointOf(given: string): URL {
  const url = new URL(given);
  const path = url.pathname.replace(/\/+$/, "");
  if (path === "") url.pathname = "/v1/embeddings";
  else if (path.endsWith("/v1")) url.pathname = `${path}/embeddings`;
  return url;
}

/** The text sent for a version. Public text only. */
export function embeddedText(version: { title: string; description: string; plain_text: string }): string {
  return `${version.title}\n${version.description}\n${version.plain_text.slice(0, EMBEDDED_CHARACTERS_MAX)}`.toWellFormed();
}

/**
 * One vector for each text, all of one length. Accepts the responses of OpenAI's `/v1/embeddings` and of Ollama's
 * `/api/embed`. Rejects when the embedder is late or its response is invalid; with `OtherDimensions` when the length
 * differs from that of its earlier vectors, if any. The result counts for `embedderState` and the next caller.
 */
export async function embed(
  by: Embedder,
  texts: readonly string[],
  deadlineMs: number,
  before: number | null,
): Promise<number[][]> {
  try {
    const vectors = await vectorsOf(by, texts, deadlineMs, before);
    noteResult(null);
    return vectors;
  } catch (error) {
    noteResult(error);
    throw error;
  }
}

async function vectorsOf(
  by: Embedder,
  texts: readonly string[],
  deadlineMs: number,
  before: number | null,
): Promise<number[][]> {
  const body = JSON.stringify({ ...(by.model && { model: by.model }), input: texts });
  const answer = Answer.parse(JSON.parse(await postJson({ ...by, body, deadlineMs })));
  const vectors =
    "data" in answer
      ? answer.data.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)).map(({ embedding }) => embedding)
      : answer.embeddings;
  const dimensions = vectors[0]?.length;
  if (vectors.length !== texts.length || vectors.some((vector) => vector.length !== dimensions))
    throw new Error("the embedder did not send the requested vectors");
  if (before !== null && dimensions !== before)
    throw new OtherDimensions(`the embedder sent vectors of ${dimensions} dimensions; earlier ones had ${before}`);
  return vectors;
}

/** `misfit`: its last answer was unusable; one such answer is enough. */
const state = () => singleton("embedder-health", () => ({ breaker: makeBreaker(), asked: false, misfit: false }));

/** Whether a call may be made now: while the embedder fails, one probe a second is allowed. */
export function admitsEmbedder(): boolean {
  return state().breaker.admits(Date.now());
}

/** Whether the last calls failed, so that only probes are made. */
export function isEmbedderPaused(): boolean {
  return state().breaker.isOpen();
}

/** The embedder's state from past calls; makes no call itself. */
export function embedderState(): "up" | "down" | "not_asked" | "not_configured" {
  if (embedder() === null) return "not_configured";
  const { breaker, asked, misfit } = state();
  return breaker.isOpen() || misfit ? "down" : asked ? "up" : "not_asked";
}

function noteResult(error: unknown): void {
  const { breaker } = state();
  const before = breaker.isOpen();
  state().asked = true;
  state().misfit = error instanceof OtherDimensions;
  if (error === null) breaker.succeeded();
  else breaker.failed(Date.now());
  if (breaker.isOpen() && !before)
    log().warn({ err: String(error) }, "the embedder fails: searches use words only until it recovers");
  if (!breaker.isOpen() && before) log().info("the embedder answers again");
}

/** A vector in its stored form: four bytes a dimension, little-endian. */
export function bytesOf(vector: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(vector.length * 4);
  vector.forEach((value, place) => {
    bytes.writeFloatLE(value, place * 4);
  });
  return bytes;
}

/** The reverse, for the search engine. */
export function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}
