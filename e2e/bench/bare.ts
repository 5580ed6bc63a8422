import { createHash } from "node:crypto";
import { Agent, createServer, request as httpRequest, type IncomingMessage } from "node:http";
import postgres from "postgres";
import { connectionByToken, holdControl } from "@/db/queries/connections";
import { acknowledgeFeed, deliveriesAfter } from "@/db/queries/feeds";
import { heldVersions, listedVersions, watchVersions } from "@/db/queries/held-versions";
import { appendKeyState, insertThread } from "@/db/queries/open-thread";
import { insertOutcomeReply, repliesAfter } from "@/db/queries/replies";
import { threadRevisions } from "@/db/queries/threads";
import { skillShowing, versionById } from "@/db/queries/versions";
import { inTransaction } from "@/db/transaction";
import { newId } from "@/lib/platform/ids";

/**
 * A minimal server that answers the product's own requests: node:http, the product's own statements, its rows as JSON;
 * without validation, limits, metrics, logs or other checks. `--statements` shows that the statements are the same.
 */
const { DATABASE_URL = "", MEILI_URL = "", MEILI_KEY = "" } = process.env;
const sql = postgres(DATABASE_URL, { max: 10, onnotice: () => {}, connection: { application_name: "bare" } });
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const index = new URL("/indexes/plain/search", MEILI_URL || "http://127.0.0.1");
const REPLIES = /^\/api\/v1\/posts\/([^/]+)\/replies$/;
type Ref = { skill_id: string; version_id: string };
type Outcome = { outcome: "partial"; text: string };
type Found = { hits: { id: string }[] };
const NONE = { risk_labels: [], author_connection_id: null, by_token: false, replies_max: 20, versions: [] };

// The parent process has exited.
process.once("disconnect", () => process.exit());

const server = createServer(async (request, response) => {
  try {
    const body = await answer(request, new URL(request.url ?? "/", "http://127.0.0.1"));
    if (body === null) return response.writeHead(304).end();
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address ? address.port : 0);
});

async function answer(request: IncomingMessage, { pathname, searchParams }: URL): Promise<string | null> {
  const thread_id = REPLIES.exec(pathname)?.[1];
  if (thread_id && request.method === "POST") return JSON.stringify(await reply(thread_id, request));
  if (thread_id && request.headers["if-none-match"]) return (await threadRevisions(sql, [thread_id])) && null;
  if (thread_id) return JSON.stringify(await replies(thread_id, searchParams));
  if (pathname === "/api/knowledge/v2/read") return content(request);
  if (pathname === "/api/knowledge/v2/sync") return JSON.stringify(await sync(request));
  return JSON.stringify(await search(searchParams.get("q") ?? ""));
}

function replies(thread_id: string, query: URLSearchParams): Promise<unknown> {
  const since = query.get("since");
  return repliesAfter(sql, thread_id, since ? new Date(since) : null, "0", Number(query.get("limit")) + 1);
}

async function reply(thread_id: string, request: IncomingMessage): Promise<unknown> {
  const key_hash = sha256(String(request.headers["x-service-append-key"]));
  await appendKeyState(sql, thread_id, key_hash);
  const { outcome, text } = await jsonOf<Outcome>(request);
  const message_id = newId("msg");
  const stored = await insertOutcomeReply(sql, { message_id, thread_id, key_hash, outcome, body: text, ...NONE });
  return { message_id, thread_id, outcome, text, ...stored };
}

/** What cannot change, as JSON: the product keeps it too. */
const fixed = new Map<string, string>();

async function content(request: IncomingMessage): Promise<string> {
  await caller(request);
  const { ref } = await jsonOf<{ ref: Ref }>(request);
  const row = await skillShowing(sql, ref.skill_id, ref.version_id);
  let version = fixed.get(ref.version_id);
  if (version === undefined) {
    version = JSON.stringify(await versionById(sql, ref.skill_id, ref.version_id));
    fixed.set(ref.version_id, version);
  }
  return `{"row":${JSON.stringify(row)},"version":${version}}`;
}

async function sync(request: IncomingMessage): Promise<unknown> {
  const connection_id = await caller(request);
  const { selected_versions: refs } = await jsonOf<{ selected_versions: Ref[] }>(request);
  return inTransaction(sql, async (tx) => {
    const control = await holdControl(tx, connection_id);
    const held = await heldVersions(
      tx,
      refs.map((ref) => ref.version_id),
    );
    await watchVersions(tx, connection_id, refs);
    const listed = await listedVersions(tx, [...new Set(held.map((row) => row.skill_id))]);
    const acknowledged = await acknowledgeFeed(tx, connection_id, "0");
    const deliveries = await deliveriesAfter(tx, connection_id, acknowledged, 101);
    return { control, held, listed: listed.length, deliveries, acknowledged };
  });
}

async function search(q: string): Promise<unknown> {
  const found = await plainQuery(q);
  const thread_id = newId("thr");
  const title = q;
  const stored = await insertThread(sql, {
    thread_id,
    title,
    status: "open",
    opened_by_connection_id: null,
    technologies: [],
    asked_technologies: [],
    opened_network: Buffer.alloc(16),
    offered_version_ids: found.hits.map((hit) => hit.id),
    opening_message_id: newId("msg"),
    opening: title,
    library: null,
    append_key: { hash: sha256(thread_id), nonce: Buffer.alloc(16), days: 7 },
  });
  return { found, thread_id, ...stored };
}

async function caller({ headers }: IncomingMessage): Promise<string> {
  const connection = await connectionByToken(sql, sha256(String(headers.authorization).slice("Bearer ".length)));
  if (!connection) throw new Error("unknown token");
  return connection.connection_id;
}

function plainQuery(q: string): Promise<Found> {
  const body = JSON.stringify({ q, limit: 5 });
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      authorization: `Bearer ${MEILI_KEY}`,
    };
    const call = httpRequest(index, { method: "POST", agent, headers }, (response) =>
      jsonOf<Found>(response).then(resolve, reject),
    );
    call.on("error", reject);
    call.end(body);
  });
}

/** Unchecked: only the bench sends requests. */
async function jsonOf<T>(stream: AsyncIterable<Buffer>): Promise<T> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
