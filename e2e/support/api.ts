import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { test as base } from "@playwright/test";
import { z } from "zod";
import { documentedCodes } from "@/e2e/support/contract";
import { type EndpointContract, type EndpointInput, fieldCarrier } from "@/lib/contract/endpoint";
import { type ProblemCode, problems } from "@/lib/contract/problems";

/** The test client of the API: `api` calls the product that the Playwright project names. */
export const test = base.extend<{ api: Api }>({
  api: [
    async ({ baseURL }, use) => {
      if (!baseURL) throw new Error("No product to ask: set CAIRN_TEST_URL to its address.");
      const api = new Api(baseURL, { patient: true });
      await use(api);
      api.close();
    },
    // Not a Playwright step for every request: there are thousands.
    { box: "self" },
  ],
});

export { expect } from "@playwright/test";

export type Headers = Record<string, string>;
export type Received = { status: number; headers: IncomingHttpHeaders; text: string };

const Problem = z.looseObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  code: z.string(),
  detail: z.string().min(1),
  request_id: z.string(),
  next_step: z.string().min(1),
  errors: z
    .array(
      z.object({
        pointer: z.string().optional(),
        parameter: z.string().optional(),
        header: z.string().optional(),
        code: z.string().min(1),
        detail: z.string().min(1),
        range: z.strictObject({ start: z.int().min(0), end: z.int().min(1) }).optional(),
        rule: z.string().optional(),
      }),
    )
    .min(1)
    .optional(),
  supported: z.array(z.string()).optional(),
});
export type ProblemBody = z.infer<typeof Problem>;

export type Called<T> = { status: number; headers: IncomingHttpHeaders } & (
  | { ok: true; body: T }
  | { ok: false; problem: ProblemBody }
);

type Contract<O extends z.ZodType> = EndpointContract<EndpointInput, O>;

/** Drops the exact input type, because tests send wrong input on purpose. */
function anyInput<I extends EndpointInput, O extends z.ZodType>(contract: EndpointContract<I, O>): Contract<O> {
  return contract as unknown as Contract<O>;
}

/**
 * A strict client: every response must have the headers of all responses and the status and shape of its contract, and
 * every problem must be in the catalogue and in the contract.
 */
export class Api {
  readonly base: string;
  readonly #agent: Agent;
  readonly #patient: boolean;
  readonly #address: string | undefined;

  /**
   * A patient client does what a 503 asks for when the server is overloaded: it waits and repeats the request, until the limit of the test. With an
   * `address` of the loopback network it calls from there.
   */
  constructor(base: string, options: { sockets?: number; patient?: boolean; address?: string } = {}) {
    this.base = base.replace(/\/+$/, "");
    this.#patient = options.patient ?? false;
    this.#address = options.address;
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.sockets ?? 24 });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Sends a request unchanged and checks the properties of every API response. */
  async send(method: string, path: string, headers: Headers = {}, body?: string | Uint8Array): Promise<Received> {
    for (;;) {
      const received = await this.exchange(method, path, headers, body);
      if (path.startsWith("/api/")) checkAlways(received);
      if (path.startsWith("/api/") && received.status >= 400 && method !== "HEAD") this.problemOf(received);
      if (!this.#patient || !wasShed(method, received)) return received;
      await wait(Number(received.headers["retry-after"]) * 1_000);
    }
  }

  get(path: string, headers: Headers = {}): Promise<Received> {
    return this.send("GET", path, headers);
  }

  post(path: string, body: unknown, headers: Headers = {}): Promise<Received> {
    return this.send("POST", path, { "content-type": "application/json", ...headers }, JSON.stringify(body));
  }

  /** Calls an endpoint. `input` may be wrong: unknown fields are sent in the query or the body. */
  async call<I extends EndpointInput, O extends z.ZodType>(
    endpoint: EndpointContract<I, O>,
    input: Record<string, unknown> = {},
    headers: Headers = {},
  ): Promise<Called<z.output<O>>> {
    const contract = anyInput(endpoint);
    const request = toRequest(contract, input);
    const received = await this.send(contract.method, request.path, { ...request.headers, ...headers }, request.body);
    const { status } = received;
    const where = `${contract.method} ${request.path.slice(0, 200)}`;
    if (status < 400) {
      must(status === (contract.status ?? 200), `${where} answered ${status}: ${received.text.slice(0, 300)}`);
      const type = received.headers["content-type"];
      must(type === "application/json; charset=utf-8", `${where} answered with ${type}`);
      const body = contract.output.parse(JSON.parse(received.text));
      return { status, headers: received.headers, ok: true, body };
    }
    const problem = this.problemOf(received);
    must(
      documentedCodes(contract).some((code) => code === problem.code),
      `${where} may not answer ${problem.code}`,
    );
    return { status, headers: received.headers, ok: false, problem };
  }

  /** Calls an endpoint that must succeed; returns its body, parsed with the contract. */
  async ok<I extends EndpointInput, O extends z.ZodType>(
    endpoint: EndpointContract<I, O>,
    input: Record<string, unknown> = {},
    headers: Headers = {},
  ): Promise<z.output<O>> {
    const called = await this.call(endpoint, input, headers);
    if (!called.ok) throw new Error(`${endpoint.name} was refused: ${JSON.stringify(called.problem)}`);
    return called.body;
  }

  /** Calls an endpoint that must refuse with this code; returns the problem. */
  async refused<I extends EndpointInput, O extends z.ZodType>(
    endpoint: EndpointContract<I, O>,
    code: ProblemCode,
    input: Record<string, unknown> = {},
    headers: Headers = {},
  ): Promise<ProblemBody> {
    const called = await this.call(endpoint, input, headers);
    if (called.ok) throw new Error(`${endpoint.name} accepted what it must refuse with ${code}`);
    must(
      called.problem.code === code,
      `${endpoint.name} was to refuse with ${code}: ${JSON.stringify(called.problem)}`,
    );
    return called.problem;
  }

  /** The problem in a response, checked against the catalogue. */
  problemOf(received: Received): ProblemBody {
    const { status, headers, text } = received;
    const what = `${status} ${text.slice(0, 300)}`;
    must(
      headers["content-type"] === "application/problem+json",
      `is no problem, but ${headers["content-type"]}: ${what}`,
    );
    const problem = Problem.parse(JSON.parse(text));
    const { code, type, title, next_step } = problem;
    const row = Object.entries(problems).find(([name]) => name === code)?.[1] ?? [];
    must(isEqual([status, problem.status, title, next_step], [row[0], ...row]), `differs from the catalogue: ${what}`);
    must(type === `${this.base}/problems/${code}`, `has the type ${type}`);
    must(problem.request_id === headers["x-request-id"], `has another request id than its header: ${what}`);
    must(headers["cache-control"] === "no-store", `may be cached: ${what}`);
    must(problem.detail.length <= 500, `has a detail of ${problem.detail.length} characters`);
    must(!/\bat [\w.<>]+ \(|node_modules|\.ts:\d/.test(text), `shows a stack trace: ${what}`);
    must(status !== 401 || headers["www-authenticate"] !== undefined, `has no WWW-Authenticate: ${what}`);
    must(
      (status !== 429 && status !== 503) || /^[1-9]\d*$/.test(headers["retry-after"] ?? ""),
      `has no Retry-After: ${what}`,
    );
    must(status !== 405 || headers.allow !== undefined, `has no Allow: ${what}`);
    return problem;
  }

  /** Sends raw bytes over a new socket; resolves with everything received until it closed. */
  raw(bytes: string | Uint8Array): Promise<string> {
    const { hostname, port } = new URL(this.base);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port || 80) }, () => socket.write(bytes));
      let text = "";
      socket.setEncoding("utf8");
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("error", (error) => (text === "" ? reject(error) : resolve(text)));
      socket.on("close", () => resolve(text));
    });
  }

  exchange(method: string, path: string, headers: Headers, body?: string | Uint8Array): Promise<Received> {
    const url = new URL(this.base);
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const localAddress = this.#address;
    const at = localAddress ? { host: "127.0.0.1", localAddress } : { host: url.hostname };
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { ...at, port: url.port, agent: this.#agent, method, path, headers: { host: url.host, ...length, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString("utf8"),
            }),
          );
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }
}

/** The request for a call of this endpoint with this input. Values in a query or path are written as text. */
export function toRequest(
  contract: EndpointContract,
  input: Record<string, unknown>,
): { path: string; headers: Headers; body?: string | Uint8Array } {
  const query = new URLSearchParams();
  const headers: Headers = {};
  const body: Record<string, unknown> = {};
  let path: string = contract.path;
  for (const [field, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const carrier = fieldCarrier(contract, field);
    if (carrier === "path") path = path.replace(`{${field}}`, encodeURIComponent(String(value)));
    else if (carrier === "query") query.append(field, String(value));
    else if (carrier === "body") body[field] = value;
    else headers[carrier.header] = String(value);
  }
  const target = query.size > 0 ? `${path}?${query}` : path;
  if (contract.method !== "POST") return { path: target, headers };
  if (contract.bodyForm === "archive") {
    const archive = Buffer.from(String(body.archive ?? ""), "base64");
    return { path: target, headers: { ...headers, "content-type": "application/gzip" }, body: archive };
  }
  return { path: target, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

function wasShed(method: string, { status, text }: Received): boolean {
  return status === 503 && (method === "HEAD" || isShed(text));
}

/** Whether a problem says that a request was refused before any work was done, because of the load by other tests. */
export function isShed(text: string): boolean {
  return /The database is busy|Too many calls are waiting for the database|The server has too much to do/.test(text);
}

/** Properties of every response, whatever its content. */
function checkAlways({ headers, status }: Received): void {
  const has = (name: string, form: RegExp) => {
    const value = headers[name];
    must(typeof value === "string" && form.test(value), `status ${status} has the header ${name}: ${value}`);
  };
  has("x-request-id", /^req_[A-Za-z0-9_-]{22}$/);
  has("ratelimit-policy", /^("[a-z-]+";q=\d+;w=\d+)(, "[a-z-]+";q=\d+;w=\d+)*$/);
  has("ratelimit", /^("[a-z-]+";r=\d+;t=\d+)(, "[a-z-]+";r=\d+;t=\d+)*$/);
  has("access-control-allow-origin", /^\*$/);
  has("cache-control", /^(no-store|no-cache)$/);
  for (const name of ["access-control-allow-credentials", "set-cookie", "x-powered-by"]) {
    must(headers[name] === undefined, `status ${status} has the header ${name}`);
  }
}

/** Playwright records every `expect` as a step; thousands of requests in one test need a lighter check. */
function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(`An answer ${otherwise}`);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
