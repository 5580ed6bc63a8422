import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { test as base, expect } from "@playwright/test";
import { z } from "zod";
import { documentedCodes } from "@/e2e/support/contract";
import { type EndpointContract, type EndpointInput, fieldCarrier } from "@/lib/contract/endpoint";
import { type ProblemCode, problems } from "@/lib/contract/problems";

/** The tests of the interface: `api` speaks to the product that the project names. */
export const test = base.extend<{ api: Api }>({
  api: async ({ baseURL }, use) => {
    if (!baseURL) throw new Error("No product to ask: set CAIRN_TEST_URL to its address.");
    const api = new Api(baseURL);
    await use(api);
    api.close();
  },
});

export { expect } from "@playwright/test";

export type Headers = Record<string, string>;
export type Received = { status: number; headers: IncomingHttpHeaders; text: string };

const Problem = z.object({
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

/** Forgets the exact input type: tests send wrong input on purpose. */
export function anyInput<I extends EndpointInput, O extends z.ZodType>(contract: EndpointContract<I, O>): Contract<O> {
  return contract as unknown as Contract<O>;
}

/**
 * A client that believes nothing: every answer must carry what all answers carry, be of the status and shape its contract
 * names, and every problem must be one of the catalogue that the contract documents.
 */
export class Api {
  readonly base: string;
  readonly #agent: Agent;

  constructor(base: string, options: { sockets?: number } = {}) {
    this.base = base.replace(/\/+$/, "");
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.sockets ?? 24 });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Sends a request as given and checks what every answer of the API must have. */
  async send(method: string, path: string, headers: Headers = {}, body?: string | Uint8Array): Promise<Received> {
    const received = await this.exchange(method, path, headers, body);
    if (path.startsWith("/api/")) checkAlways(received);
    if (path.startsWith("/api/") && received.status >= 400 && method !== "HEAD") this.problemOf(received);
    return received;
  }

  get(path: string, headers: Headers = {}): Promise<Received> {
    return this.send("GET", path, headers);
  }

  post(path: string, body: unknown, headers: Headers = {}): Promise<Received> {
    return this.send("POST", path, { "content-type": "application/json", ...headers }, JSON.stringify(body));
  }

  /** Calls an endpoint. `input` may be wrong: fields the contract does not know travel in the query or the body. */
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
      expect(status, `${where} answered ${received.text.slice(0, 300)}`).toBe(contract.status ?? 200);
      expect(received.headers["content-type"], where).toBe("application/json; charset=utf-8");
      const body = contract.output.parse(JSON.parse(received.text));
      return { status, headers: received.headers, ok: true, body };
    }
    const problem = this.problemOf(received);
    expect(documentedCodes(contract), `${where} answers with a problem its contract does not name`).toContain(
      problem.code,
    );
    return { status, headers: received.headers, ok: false, problem };
  }

  /** Calls an endpoint that must answer; returns its body, already parsed with the contract. */
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
    expect(called.problem.code, JSON.stringify(called.problem)).toBe(code);
    return called.problem;
  }

  /** The problem in an answer, checked against the catalogue. */
  problemOf(received: Received): ProblemBody {
    const { status, headers, text } = received;
    expect(headers["content-type"], `${status} ${text.slice(0, 200)}`).toBe("application/problem+json");
    const problem = Problem.parse(JSON.parse(text));
    const row = Object.entries(problems).find(([code]) => code === problem.code)?.[1];
    expect(row, `${problem.code} is not in the catalogue`).toBeDefined();
    const { code, type, title, next_step } = problem;
    expect({ status: problem.status, title, next_step }).toEqual({
      status: row?.[0],
      title: row?.[1],
      next_step: row?.[2],
    });
    expect(status, code).toBe(row?.[0]);
    expect(type).toBe(`${this.base}/problems/${code}`);
    expect(problem.request_id).toBe(headers["x-request-id"]);
    expect(headers["cache-control"], code).toBe("no-store");
    expect(problem.detail.length, code).toBeLessThanOrEqual(500);
    expect(text, "a stack trace").not.toMatch(/\bat [\w.<>]+ \(|node_modules|\.ts:\d/);
    if (status === 401) expect(headers["www-authenticate"], code).toBeTruthy();
    if (status === 429 || status === 503) expect(headers["retry-after"], code).toMatch(/^[1-9]\d*$/);
    if (status === 405) expect(headers.allow, code).toBeTruthy();
    return problem;
  }

  /** Sends bytes as they are over a socket of its own; resolves with everything that came until it closed. */
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
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { host: url.hostname, port: url.port, agent: this.#agent, method, path, headers: { ...length, ...headers } },
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

/** How a call of this endpoint with this input travels. Values of a query or path are written as text. */
export function toRequest(
  contract: EndpointContract,
  input: Record<string, unknown>,
): { path: string; headers: Headers; body?: string } {
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
  if (contract.method === "GET") return { path: target, headers };
  return { path: target, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** What every answer has, whatever it says. */
function checkAlways({ headers, status }: Received): void {
  expect(headers["x-request-id"], `status ${status}`).toMatch(/^req_[A-Za-z0-9_-]{22}$/);
  expect(headers["ratelimit-policy"], `status ${status}`).toMatch(
    /^("[a-z-]+";q=\d+;w=\d+)(, "[a-z-]+";q=\d+;w=\d+)*$/,
  );
  expect(headers.ratelimit, `status ${status}`).toMatch(/^("[a-z-]+";r=\d+;t=\d+)(, "[a-z-]+";r=\d+;t=\d+)*$/);
  expect(headers["access-control-allow-origin"], `status ${status}`).toBe("*");
  expect(headers["access-control-allow-credentials"]).toBeUndefined();
  expect(headers["cache-control"], `status ${status}`).toMatch(/^(no-store|no-cache)$/);
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["x-powered-by"]).toBeUndefined();
}
