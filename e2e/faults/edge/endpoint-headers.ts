import { flood, open, request, type Shape, send, sleep, type Target } from "@/e2e/faults/edge/hostile";
import { endpoints } from "@/lib/server/endpoints";

/** Every header that the server, the core or the protocols read. */
const HEADERS = [
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "forwarded",
  "host",
  "idempotency-key",
  "if-modified-since",
  "if-none-match",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "next-router-state-tree",
  "origin",
  "purpose",
  "range",
  "rsc",
  "sec-fetch-mode",
  "sec-fetch-site",
  "sec-purpose",
  "te",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-forwarded-for",
  "x-moz",
  "x-purpose",
  "x-service-append-key",
];

const LONG = "x".repeat(16_000);
const values: Record<string, string[]> = { twice: ["a", "b"], empty: [""], "of 16 kB": [LONG] };
/** Requests of one client address; more would only hit the rate limit. */
const PER_ADDRESS = 250;

/** One request to each endpoint with each header; other tests check the responses. */
export const endpointHeaders: Shape[] = Object.entries(values).map(([how, given]) => ({
  name: `every endpoint with every header ${how}`,
  async attack(target) {
    const all = Object.values(endpoints).flatMap(({ contract }) =>
      HEADERS.map((name) => bytesOf(contract, name, given)),
    );
    all.push(
      ...["/api/v1/mcp", "/ask/publish", "/skills", "/metrics"].flatMap((path) =>
        HEADERS.map((name) => bytesOf({ method: path.includes("p") ? "POST" : "GET", path }, name, given)),
      ),
    );
    const groups = Array.from({ length: Math.ceil(all.length / PER_ADDRESS) }, (_, group) =>
      all.slice(group * PER_ADDRESS, (group + 1) * PER_ADDRESS),
    );
    await Promise.all(groups.map((group, place) => sendAll(target, group, `127.0.1.${place + 1}`)));
    return `${all.length} requests`;
  },
}));

/** Ten connections per address, with one request at a time on each. A connection broken by a request is replaced. */
async function sendAll(target: Target, group: string[], from: string): Promise<void> {
  const rest = [...group];
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let bytes = rest.pop(); bytes !== undefined; bytes = rest.pop()) {
        const socket = await open(target, from);
        const answered = new Promise<void>((resolve) => {
          socket.once("data", () => resolve()).once("close", () => resolve());
        });
        send(socket, bytes);
        await Promise.race([answered, sleep(100)]);
        socket.resetAndDestroy();
      }
    }),
  );
}

function bytesOf({ method, path }: { method: string; path: string }, name: string, given: string[]): string {
  const target = path.replace(/\{\w+\}/g, "thr_AAAAAAAAAAAAAAAAAAAAAA");
  const body = method === "POST" ? "{}" : "";
  const headers: Array<[string, string]> = [["host", "localhost"]];
  if (body) headers.push(["content-type", "application/json"], ["content-length", "2"]);
  const kept = headers.filter(([other]) => other !== name);
  const lines = [...kept, ...given.map((value) => [name, value])].map(([key, value]) => `${key}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

const MANY_LINES = HEADERS.filter((name) => !["content-length", "host", "transfer-encoding"].includes(name))
  .map((name) => `${name}: x\r\n`.repeat(10))
  .join("");

export const headerFloods: Shape[] = [
  flood(
    "200 × every header at once, each ten times",
    200,
    `GET /api/v1/posts HTTP/1.1\r\nhost: x\r\n${MANY_LINES}\r\n`,
    500,
  ),
  flood(
    "200 × a claimed address of 15 kB",
    200,
    request("GET /api/v1/posts", { "x-forwarded-for": "203.0.113.9, ".repeat(1_150) }),
    500,
  ),
];
