import { Agent, request as httpRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Api, test as base, expect, type Headers } from "@/e2e/support/api";

/** `both` asks our own server's product, which the Playwright project names, and the one through Next. */
export const test = base.extend<{ both: Both }>({
  both: [
    async ({ api }, use) => {
      const both = new Both(api.base);
      await use(both);
      both.close();
    },
    { box: "self" },
  ],
});
/** Which product is written to first. */
export const ORDERS = ["ours", "next"] as const;

/** Without results, answers do not depend on the library's statistics, which each process reads at its own moment. */
export const NOTHING_FITS = "zqnothingfits";
export const get = (path: string, headers: Headers = {}): Sent => ({ method: "GET", path, headers });
export const row = (what: string, status: number, sent: Sent): Row => ({ what, status, sent });

/** A request to send to both products. */
export type Sent = {
  method: string;
  path: string;
  headers?: Headers;
  body?: string | Uint8Array | undefined;
  /** Sent without a length, in chunks. */
  inChunks?: boolean;
  /** The answer is a stream that does not end: only its first event is read. */
  endless?: boolean;
};
/** A request and the status of its answer. `made`: the answer names what each product made itself. */
export type Row = { what: string; status: number; sent: Sent; made?: boolean };
export type Product = "ours" | "next";

const TRIES_MAX = 20;
/** Longer than a process ranks by statistics of its own: it spends 2 % of its time at most on reading them again. */
const SAME_MS = 240_000;

/** Sends each request to our own server's product and to the one that answers through Next, and compares the answers. */
export class Both {
  readonly #base: Record<Product, string>;
  readonly #agent = new Agent({ keepAlive: true });

  /** `ours` is the address of our own server's product; that of the other one is in CAIRN_TEST_NEXT_URL. */
  constructor(ours: string) {
    const next = process.env.CAIRN_TEST_NEXT_URL;
    if (!next || next === ours) throw new Error("No second product: set CAIRN_TEST_NEXT_URL to the one through Next.");
    this.#base = { ours, next };
  }

  close(): void {
    this.#agent.destroy();
  }

  /** The answer of one product. Repeats the request while the product is overloaded, as it asks for. */
  async ask(product: Product, sent: Sent): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#exchange(this.#base[product], sent);
      const retryAfter = headerOf(answer, "retry-after");
      if (answer.status !== 503 || !retryAfter || tries === TRIES_MAX) return answer;
      await wait(Number(retryAfter) * 1_000);
    }
  }

  async askBoth(sent: Sent): Promise<Record<Product, Answer>> {
    return { ours: await this.ask("ours", sent), next: await this.ask("next", sent) };
  }

  /** How the answers to these requests differ. Those that succeed read what may change, unless they make something. */
  async differencesIn(rows: Row[]): Promise<string[]> {
    const all: string[] = [];
    for (const { what, status, sent, made = false } of rows) {
      const isRead = status < 300 && !made;
      const answers = isRead ? await this.#untilSame(what, sent) : await this.askBoth(sent);
      if (answers.ours.status !== status) all.push(`${what}: is not ${status}: ${beginningOf(answers.ours)}`);
      all.push(...compare(answers, { made }).map((difference) => `${what}: ${difference}`));
    }
    return all;
  }

  /**
   * Expects equal answers to a request that changes nothing; returns that of our server. What it reads may change at any
   * time, and each product notices that at its own moment: so it is sent until the answers are equal.
   */
  async same(what: string, sent: Sent): Promise<Answer> {
    return (await this.#untilSame(what, sent)).ours;
  }

  /** Expects of both products the same 304 for a client that has the answer. */
  async notModified(what: string, sent: Sent): Promise<void> {
    const ask = async () => {
      const etag = headerOf(await this.ask("ours", sent), "etag") ?? "";
      const answers = await this.askBoth({ ...sent, headers: { ...sent.headers, "if-none-match": etag } });
      return [answers.ours.status, ...compare(answers)];
    };
    await expect.poll(ask, { message: `${what} is unchanged`, timeout: SAME_MS }).toEqual([304]);
  }

  /**
   * Sends a write to one product and then, with the same Idempotency-Key, to the other one, which repeats the stored
   * answer. Returns the first answer, and how the second one differs.
   */
  async write(sent: Sent, first: Product): Promise<{ answer: Answer; differences: string[] }> {
    const keyed = { ...sent, headers: { ...sent.headers, "idempotency-key": crypto.randomUUID() } };
    const answer = await this.ask(first, keyed);
    const replay = await this.ask(first === "ours" ? "next" : "ours", keyed);
    const repeated = [answer, replay].map((one) => headerOf(one, "idempotency-replayed") === "true");
    // The token of a new connection and its recovery codes are shown once.
    const shown = answer.body.toString().replace(/"token":"ck_[\w-]{43}"/, '"token":null');
    const body = Buffer.from(shown.replace(/"recovery_codes":\["[^\]]*\]/, '"recovery_codes":null'));
    const headers = replay.headers.filter(([name]) => name !== "idempotency-replayed");
    const [original, stored] = [
      { ...answer, body },
      { ...replay, headers },
    ];
    const differences = compare(first === "ours" ? { ours: original, next: stored } : { ours: stored, next: original });
    if (repeated[0] || !repeated[1])
      differences.push(`is a repeated answer: first ${repeated[0]}, then ${repeated[1]}`);
    return { answer, differences };
  }

  /** The statuses of all answers that each product sends to these bytes before it closes the connection. */
  async statusesOfRaw(bytes: string): Promise<Record<Product, string[]>> {
    const statuses = async (base: string) => {
      const api = new Api(base);
      const text = await api.raw(bytes);
      api.close();
      return text.match(/(?<=^HTTP\/1\.1 )\d{3}/gm) ?? [];
    };
    return { ours: await statuses(this.#base.ours), next: await statuses(this.#base.next) };
  }

  async #untilSame(what: string, sent: Sent): Promise<Record<Product, Answer>> {
    let answers = await this.askBoth(sent);
    const ask = async () => {
      const differences = compare(answers);
      if (differences.length > 0) answers = await this.askBoth(sent);
      return compare(answers);
    };
    await expect.poll(ask, { message: `${what}: the answers are equal`, timeout: SAME_MS }).toEqual([]);
    return answers;
  }

  #exchange(base: string, { method, path, headers, body, inChunks, endless }: Sent): Promise<Answer> {
    const { host, hostname, port } = new URL(base);
    const length = body === undefined || inChunks ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const all = { host, ...length, ...headers };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, agent: this.#agent, method, path, headers: all }, (response) => {
        const chunks: Buffer[] = [];
        const { statusCode: status = 0, rawHeaders } = response;
        const done = () => resolve({ status, headers: pairs(rawHeaders), body: Buffer.concat(chunks) });
        response.on("error", reject);
        response.on("end", done);
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          if (!endless || !Buffer.concat(chunks).includes("\n\n")) return;
          done();
          response.destroy();
        });
      });
      request.on("error", reject);
      request.end(body);
    });
  }
}

function pairs(raw: string[]): Array<[name: string, value: string]> {
  const all: Array<[name: string, value: string]> = [];
  for (let at = 0; at < raw.length; at += 2) all.push([String(raw[at]).toLowerCase(), String(raw[at + 1])]);
  return all;
}

/** An answer as it came; names of headers in lower case. */
type Answer = { status: number; headers: Array<[name: string, value: string]>; body: Buffer };

const SHOWN_CHARACTERS = 300;
const REQUEST_ID = /req_[\w-]{22}/g;
const OF_NEXTS_ROUTER = ["rsc", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch"];

/** The only headers in which two answers may differ: why, and what of them may not (null if nothing is left). */
const HEADERS_MAY_DIFFER: Record<string, { because: string; rest: (value: string) => string | null }> = {
  date: { because: "It is the time of the answer.", rest: () => null },
  "x-request-id": { because: "It is random.", rest: (value) => value.replaceAll(REQUEST_ID, "req_") },
  "content-security-policy": {
    because: "Its nonce is random.",
    rest: (value) => value.replace(/'nonce-[\w-]{22}'/, "'nonce-'"),
  },
  ratelimit: {
    because: "Each process counts for itself, and its windows begin at other times.",
    rest: (value) => value.replaceAll(/;r=\d+;t=\d+/g, ""),
  },
  vary: {
    because: "Next adds the headers of its own router.",
    rest: (value) => without(value.split(", "), OF_NEXTS_ROUTER).join(", ") || null,
  },
  "content-length": {
    because: "Next sends the body of a route handler in chunks, without a length.",
    rest: () => null,
  },
  "transfer-encoding": { because: "The same.", rest: () => null },
  connection: {
    because: "After a body that is too large our server closes the connection, and Next reads the rest of the body.",
    rest: () => null,
  },
  "keep-alive": { because: "The same.", rest: () => null },
};

/** The only parts of a body that may differ, and what is compared in their place. */
const BODY_MAY_DIFFER: Array<{ because: string; what: RegExp; instead: string }> = [
  { because: "It is random.", what: REQUEST_ID, instead: "req_" },
  { because: "Each process has its own.", what: /"uptime_seconds":\d+/g, instead: '"uptime_seconds":0' },
];

/** What two writes of the same make: ids and keys, the end of an id beside its name, and times. */
const MADE: Array<{ what: RegExp; instead: string }> = [
  { what: /\b(con|thr|msg|kop|ck|ak|rc)_[\w-]{22,44}/g, instead: "$1_" },
  { what: /"mark":"[\w-]{6}"/g, instead: '"mark":""' },
  { what: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, instead: "" },
];

/** How two answers differ, but for what may differ. `made`: each names what it made itself. */
function compare({ ours, next }: Record<Product, Answer>, { made = false } = {}): string[] {
  const differences: string[] = [];
  const note = (what: string, one: string | null, other: string | null) => {
    if (one === other) return;
    const from = Math.max(0, placeOfDifference(one ?? "", other ?? "") - 60);
    const shown = (value: string | null) => JSON.stringify(value?.slice(from, from + SHOWN_CHARACTERS) ?? null);
    differences.push(`${what}: our server ${shown(one)}, Next ${shown(other)}`);
  };
  note("status", String(ours.status), String(next.status));
  for (const name of new Set([...ours.headers, ...next.headers].map(([each]) => each)))
    note(name, restOf(ours, name), restOf(next, name));
  const text = ({ body }: Answer) => replaced(textOf(body), made ? [...BODY_MAY_DIFFER, ...MADE] : BODY_MAY_DIFFER);
  note("body", text(ours), text(next));
  return differences;
}

/** The value of a header; undefined if there is none. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const values = headers.filter(([each]) => each === name).map(([, value]) => value);
  return values.length > 0 ? values.join(", ") : undefined;
}

/** The beginning of an answer, for a message. */
function beginningOf({ status, body }: Answer): string {
  return `${status} ${textOf(body).slice(0, SHOWN_CHARACTERS)}`;
}

function restOf(answer: Answer, name: string): string | null {
  const value = headerOf(answer, name);
  if (value === undefined) return null;
  const differs = HEADERS_MAY_DIFFER[name];
  return differs ? differs.rest(value) : value;
}

/** A body as text; bytes that are not text as base64. */
function textOf(body: Buffer): string {
  const text = body.toString("utf8");
  return Buffer.from(text).equals(body) ? text : body.toString("base64");
}

function replaced(text: string, parts: Array<{ what: RegExp; instead: string }>): string {
  return parts.reduce((shown, { what, instead }) => shown.replaceAll(what, instead), text);
}

function placeOfDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function without(list: string[], names: string[]): string[] {
  return list.filter((each) => !names.includes(each));
}
