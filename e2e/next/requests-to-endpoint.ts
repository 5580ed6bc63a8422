import type { Row, Sent } from "@/e2e/next/ask-both";
import { type Headers, toRequest } from "@/e2e/support/api";
import { sampleInput, unknownIds } from "@/e2e/support/contract";
import type { EndpointContract } from "@/lib/contract/endpoint";
import { BODY_BYTES_MAX } from "@/lib/contract/primitives";
import { contracts } from "@/lib/server/endpoints";

/** The callers of these requests, and a thread with its append key. */
export type Cast = {
  member: Headers;
  maintainer: Headers;
  thread: { thread_id: string; append_key: string; reply_id: string };
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const IDS: Record<string, string> = {
  skill_id: unknownIds.skill,
  version_id: unknownIds.version,
  post_id: unknownIds.post,
};

/** Requests to an endpoint that it refuses or that only ask about it: none changes anything. */
export function requestsTo(contract: EndpointContract, cast: Cast): Row[] {
  const { method, path, auth } = contract;
  const isForMaintainers = path.includes("/maintenance/");
  const token = auth === "connection" ? (isForMaintainers ? cast.maintainer : cast.member) : {};
  const input = inputFor(contract, cast);
  const row = (what: string, status: number, sent: Partial<Sent>, given: Record<string, unknown> = input): Row => {
    const made = toRequest(contract, given);
    return {
      what,
      status,
      sent: { method, ...made, ...sent, headers: { ...made.headers, ...token, ...sent.headers } },
    };
  };
  const posted = (what: string, status: number, body: string, headers: Headers = {}) =>
    row(what, status, { body, headers });
  const ids = path.match(/\{\w+\}/g)?.map((name) => name.slice(1, -1)) ?? [];
  const own = contracts().filter((other) => other.path === path);
  const supported = own.map((other) => other.method);
  const isRead = method === "GET";
  const unreadable = contract.bodyForm === "archive" ? 422 : 400;
  const tooLarge = " ".repeat((contract.bodyBytesMax ?? BODY_BYTES_MAX) + 1);

  return [
    row("an unknown field", 422, {}, { ...input, no_such_field: "x" }),
    ...ids.map((name) => row(`a malformed ${name}`, 422, {}, { ...input, [name]: "no-such-id" })),
    ...(isRead && ids.length > 0 ? [row("unknown ids", 404, {})] : []),
    ...(auth === "connection" ? tokenRows(row, isForMaintainers && cast.member) : []),
    ...(auth === "append_key"
      ? [
          row("no append key", 401, {}, { ...input, append_key: undefined }),
          row("an unknown append key", 401, {}, { ...input, append_key: `ak_${"A".repeat(43)}` }),
        ]
      : []),
    ...(contract.idempotent
      ? [row("a malformed Idempotency-Key", 400, { headers: { "idempotency-key": "a b" } })]
      : []),
    ...(isRead ? [row("HEAD", auth === "none" && ids.length > 0 ? 404 : 200, { method: "HEAD" })] : []),
    ...(supported.includes("GET") ? [] : [row("HEAD", 405, withoutBody("HEAD"))]),
    row("OPTIONS", 204, withoutBody("OPTIONS")),
    ...METHODS.filter((other) => !supported.includes(other as EndpointContract["method"])).map((other) =>
      row(other, 405, other === "GET" ? withoutBody("GET") : { method: other, body: "{}" }),
    ),
    ...(method !== "POST"
      ? []
      : [
          posted("malformed JSON", unreadable, '{"a":1,"a":2}'),
          posted("an empty body", unreadable, ""),
          posted("a list instead of an object", 422, "[]"),
          posted("text that cannot be stored", 422, '{"no_such_field":"\\u0000"}'),
          posted("a form", 415, "a=1", { "content-type": "application/x-www-form-urlencoded" }),
          posted("a compressed body", 415, "{}", { "content-encoding": "gzip" }),
          posted("a body over the limit", 413, tooLarge),
          row("a body over the limit in chunks", 413, { body: tooLarge, inChunks: true }),
        ]),
  ];
}

/** The smallest valid input; its ids are well-formed and name nothing, but for the thread that takes a reply. */
function inputFor(contract: EndpointContract, { thread }: Cast): Record<string, unknown> {
  const input = sampleInput(contract);
  for (const name of Object.keys(input)) if (IDS[name] && contract.path.includes(`{${name}}`)) input[name] = IDS[name];
  if (contract.auth === "append_key")
    Object.assign(input, {
      post_id: thread.thread_id,
      append_key: thread.append_key,
      ...("reply_id" in input ? { reply_id: thread.reply_id } : {}),
    });
  return input;
}

function tokenRows(row: (what: string, status: number, sent: Partial<Sent>) => Row, member: Headers | false): Row[] {
  return [
    row("no token", 401, { headers: { authorization: "" } }),
    row("an unknown token", 401, { headers: { authorization: `Bearer ck_${"A".repeat(43)}` } }),
    row("another scheme", 401, { headers: { authorization: "Basic dTpw" } }),
    ...(member ? [row("a token of no maintainer", 403, { headers: member })] : []),
  ];
}

const withoutBody = (method: string): Partial<Sent> => ({ method, body: undefined });
