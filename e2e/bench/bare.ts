import { randomBytes } from "node:crypto";
import { Agent, createServer, request as httpRequest, type IncomingMessage } from "node:http";
import postgres from "postgres";

/** A minimal server for a similar job: node:http, one statement, JSON, without checks, limits or logs. */
const { DATABASE_URL = "", MEILI_URL = "", MEILI_KEY = "" } = process.env;
const sql = postgres(DATABASE_URL, { max: 10, onnotice: () => {} });
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const index = new URL("/indexes/plain/search", MEILI_URL || "http://127.0.0.1");

// The parent process has exited.
process.once("disconnect", () => process.exit());

const server = createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const body = JSON.stringify(await answer(pathname, searchParams, request));
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

async function answer(path: string, query: URLSearchParams, request: IncomingMessage): Promise<unknown> {
  if (path === "/select") {
    const id = query.get("id") ?? "";
    const [row] = await sql`
      select threads.thread_id, threads.title, threads.status, threads.last_sequence, threads.created_at
      from threads
      where threads.thread_id = ${id}`;
    return row;
  }
  if (path === "/insert") return insert(JSON.parse(await textOf(request)));
  const found = await meilisearch(query.get("q") ?? "");
  await insert({ found });
  return found;
}

async function insert(value: postgres.JSONValue): Promise<unknown> {
  const id = randomBytes(16).toString("base64url");
  const [row] = await sql.begin(
    (tx) => tx`insert into bench_bare (id, value) values (${id}, ${tx.json(value)}) returning id, created_at`,
  );
  return row;
}

function meilisearch(q: string): Promise<postgres.JSONValue> {
  const body = JSON.stringify({ q, limit: 5 });
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      authorization: `Bearer ${MEILI_KEY}`,
    };
    const call = httpRequest(index, { method: "POST", agent, headers }, (response) =>
      textOf(response).then((text) => resolve(JSON.parse(text)), reject),
    );
    call.on("error", reject);
    call.end(body);
  });
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
