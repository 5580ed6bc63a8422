import { write } from "@/db/client";
import { connectionsByToken, recordUse } from "@/db/queries/connections";
import { makeLookup } from "@/db/shared-reads";
import type { Carrier, EndpointContract } from "@/lib/contract/endpoint";
import { refuseMode } from "@/lib/domain/connections/controls";
import type { Connection, Context, Idempotency } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { seal, sha256 } from "@/lib/platform/secret";
import { spendRate } from "@/lib/server/http/rate-limit";

/** The caller, over HTTP or MCP. */
export type Caller = {
  request_id: string;
  /** The key under which the caller's address is counted. */
  client: string;
  connection: Connection | null;
  read_only_because: string | null;
  /** The response headers. Remaining rate limits are written here. */
  headers: Record<string, string>;
};

/**
 * Counts a call against its rate limit, checks the control mode and creates the context for its verb. Throws
 * `rate_limited` and the refusals of a control mode. HTTP and MCP both use this, so their limits are the same.
 */
export async function openCall(contract: EndpointContract, caller: Caller): Promise<Context> {
  const { request_id, client, headers, read_only_because } = caller;
  const connection = contract.auth === "none" ? null : caller.connection;
  // A reply's limit is one for key and token: the address.
  const counted = contract.auth === "append_key" ? client : (connection?.connection_id ?? client);
  Object.assign(headers, spendRate(contract.rate, counted));
  if (connection && contract.access) refuseMode(connection.control_mode, contract.access);
  if (connection?.is_use_stale && contract.name !== "get_connection") noteUse(connection.connection_id);
  return {
    request_id,
    log: log(),
    client,
    connection,
    idempotency: null,
    read_only_because,
    async spendToStore() {
      if (!contract.storingRate) throw new Error(`${contract.name} declares no rate for what it stores.`);
      Object.assign(headers, spendRate(contract.storingRate, client));
    },
  };
}

/** Beside the call, which neither waits for it nor fails with it. */
function noteUse(connection_id: string): void {
  write((sql) => recordUse(sql, connection_id)).catch((error: unknown) =>
    log().debug({ err: String(error) }, "the last use of a token was not recorded"),
  );
}

/**
 * The identity of an idempotent call: its key, its request and the caller's principal. The principal is the connection,
 * else the append key if the contract carries one, else the address. It includes its kind, so an append key that looks
 * like an address does not match that address. HTTP and MCP both use this, so they behave the same. A key that others
 * could guess adds a warning to the response headers.
 */
export function idempotencyOf(
  contract: EndpointContract,
  call: { key: string; method: string; path: string; request_hash: Buffer },
  by: Pick<Caller, "client" | "headers"> &
    Pick<Context, "connection"> & {
      header: (name: string) => string | undefined;
    },
): Idempotency {
  const append_key = carriesAppendKey(contract) ? by.header(APPEND_KEY_HEADER) : undefined;
  if (by.connection) return { ...call, principal: seal("principal", "connection", by.connection.connection_id) };
  if (append_key) return { ...call, principal: seal("principal", "append key", append_key) };
  Object.assign(by.headers, weakKeyHeaders(call.key));
  return { ...call, principal: seal("principal", "address", by.client) };
}

const APPEND_KEY_HEADER = "x-service-append-key";

function carriesAppendKey({ carriedBy = {} }: EndpointContract): boolean {
  return Object.values<Carrier | undefined>(carriedBy).some(
    (carrier) => carrier !== undefined && "header" in carrier && carrier.header === APPEND_KEY_HEADER,
  );
}

const TOKEN = /^ck_[A-Za-z0-9_-]{43}$/;

/** Returns the connection of a bearer token. Throws `authentication_required` or `invalid_token` (401). */
export async function authenticate(authorization: string | undefined): Promise<Connection> {
  const [scheme = "", token = "", ...rest] = (authorization ?? "").trim().split(/\s+/);
  if (scheme === "") throw new Problem("authentication_required");
  if (scheme.toLowerCase() !== "bearer" && [scheme, token].some((part) => part.startsWith("ck_")))
    throw new Problem("invalid_token", {
      detail: "The header must name the scheme Bearer before the token: `Authorization: Bearer ck_…`.",
    });
  if (scheme.toLowerCase() !== "bearer" || rest.length > 0 || !TOKEN.test(token)) throw new Problem("invalid_token");
  const connection = await connectionOf(sha256(token).toString("hex"));
  if (!connection) throw new Problem("invalid_token");
  return connection;
}

const connectionOf = makeLookup(connectionsByToken);

/** The key of an `Idempotency-Key` header, bare or as a quoted string; null if absent. */
export function readIdempotencyKey(value: string | undefined): string | null {
  if (value === undefined) return null;
  const trimmed = value.trim();
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(trimmed)?.[1];
  const key = quoted === undefined ? trimmed : quoted.replace(/\\(["\\])/g, "$1");
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new Problem("invalid_idempotency_key");
  return key;
}

/** The response header that explains why a key is weak. */
export const KEY_WARNING = "idempotency-key-warning";
/** Shorter keys can be guessed, or chosen by two callers at once. A UUID has 36 characters. */
const KEY_CHARACTERS_MIN = 16;

/**
 * Warns an anonymous caller about a short key in a structured field (RFC 9651): a token for programs with a `detail`
 * for people. The key is still honoured.
 */
export function weakKeyHeaders(key: string): Record<string, string> {
  if (key.length >= KEY_CHARACTERS_MIN) return {};
  const detail = `The key has fewer than ${KEY_CHARACTERS_MIN} characters. Without a token, whoever sends the same key and request from the same address gets this answer. Use a random key, such as a UUID.`;
  return { [KEY_WARNING]: `short_key;detail="${detail}"` };
}

/** A hash of a JSON body that ignores key order and whitespace. */
export function bodyHash(body: unknown): Buffer {
  return sha256(JSON.stringify(body, sortedKeys));
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The reason why a request to an endpoint that writes on GET must stay read-only, as text for the answer's
 * `search_note`; null for an ordinary call. Prefetching browsers, link previews, crawlers and cross-site GETs do not
 * represent a user's question.
 */
export function whyReadOnly(method: string, header: (name: string) => string | undefined): string | null {
  if (method === "HEAD") return "HEAD requests only look.";
  const purpose = `${header("sec-purpose") ?? ""} ${header("purpose") ?? ""} ${header("x-purpose") ?? ""} ${header("x-moz") ?? ""}`;
  if (/\b(prefetch|preview|prerender)\b/i.test(purpose)) return "The browser fetched this page ahead.";
  const site = header("sec-fetch-site");
  if (site === "cross-site" && header("sec-fetch-mode") !== "cors")
    return "Another web site made the browser send this request.";
  if (DECLARED_BOTS.test(header("user-agent") ?? "")) return "Link previews and crawlers only look.";
  return null;
}

/**
 * User agents of link previews and of crawlers that identify themselves. HTTP libraries (curl, python-requests, undici
 * …) are left out because agents use them.
 */
const DECLARED_BOTS = new RegExp(
  [
    "googlebot|google-inspectiontool|adsbot|mediapartners|storebot|bingbot|bingpreview|msnbot|yandex(bot|images)|baiduspider|duckduckbot|duckassistbot|applebot|petalbot|sogou|seznambot|qwantify|slurp",
    "slackbot|slack-imgproxy|twitterbot|facebookexternalhit|facebookcatalog|meta-externalagent|linkedinbot|discordbot|whatsapp|telegrambot|pinterest(bot)?/|redditbot|mastodon/|bluesky|cardyb|skypeuripreview|microsoftpreview|teams(bot)?-|viber|line-poker|vkshare|embedly|iframely|quora link preview|nuzzel|outbrain|flipboard|tumblr/|bitlybot|snap url preview",
    "gptbot|oai-searchbot|claudebot|claude-searchbot|anthropic-ai|ccbot|perplexitybot|bytespider|amazonbot|cohere-ai|diffbot|ai2bot|timpibot|youbot|google-extended",
    "ahrefsbot|semrushbot|mj12bot|dotbot|dataforseobot|rogerbot|screaming frog|archive\\.org_bot|ia_archiver|heritrix|nutch|scrapy|uptimerobot|pingdom|statuscake|gtmetrix|lighthouse",
    "\\b(crawler|spider)\\b",
  ].join("|"),
  "i",
);
