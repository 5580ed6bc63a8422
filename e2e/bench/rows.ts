import { type Measured, requestBytes } from "@/e2e/bench/load";
import { type Cpu, PARTS } from "@/e2e/bench/processes";
import { circular, type Scene } from "@/e2e/bench/scene";
import { pageOfElements } from "@/e2e/budgets/empty-app";

export type ServerName = "cairn" | "before" | "cairn through Next" | "bare" | "next" | "meilisearch";

/** The product's pages and ETags, read before measuring. */
export type SeenPage = { bytes: number; elements: number };
export type Seen = { etags: string[]; pages: Record<keyof Scene["pages"], SeenPage> };

/** Requests to one server. `next` is called once per request. `name`: default the server's. */
export type Asking = { server: ServerName; next: () => Buffer; name?: string };

/** `cpu`: milliseconds per request. */
export type Round = Measured & { cpu: Cpu | null };

export type Goal = { atLeast: number } | { atMost: number };
/** A figure of a pair of rounds; the row reports the median of all pairs. */
type Judge = { label: string; goal: Goal | null; of: (ours: Round, theirs: Round) => number };

/** One line of the table: the first contender, alone or beside a second one. */
export type Row = {
  name: string;
  what: string;
  contenders: [ours: Asking, theirs?: Asking];
  judges: Judge[];
  clients: number;
  /** Of all clients together; without it each asks again when it has its answer. */
  perSecond?: number;
  /** Runs before each round. */
  before?: () => Promise<void>;
  /** Sent twenty times a second during every round. Their own CPU time is measured alone and subtracted. */
  beside?: Asking[];
  /** Sent before each request of our own, and not measured. */
  lead?: Asking;
  /** Measured only when `--only` names it. */
  extra?: true;
};

const CLIENTS = 16;
/** As many repeated questions as fit in every cache. */
const REPEATED = 40;
const JSON_TYPE = { "content-type": "application/json" };
const MCP = { ...JSON_TYPE, accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" };

/** Every measured path, on one scene. The reference server gets the same requests. */
export function rowsOf(scene: Scene, seen: Seen, meiliKey: string): Row[] {
  const { threads, holders, versions, question } = scene;
  const asked = Array.from({ length: REPEATED }, question);
  const toEngine = { ...JSON_TYPE, authorization: `Bearer ${meiliKey}` };

  const post = (path: string, body: object, headers: Record<string, string> = JSON_TYPE) =>
    requestBytes("POST", path, headers, JSON.stringify(body));
  const holder = each(holders);
  const asHolder = (path: string, body: object) =>
    post(path, body, { ...JSON_TYPE, authorization: holder().authorization });
  const search = (query: string) => asHolder("/api/knowledge/v2/search", { query });
  const plain = (q: string) => post("/indexes/plain/search", { q, limit: 5 }, toEngine);
  const opening = (q: string) => requestBytes("GET", `/api/v1/search?q=${encodeURIComponent(q)}`);
  const preview = (q: string) => post("/api/v1/search", { q, preview: true });
  const mcp = (method: string, params: object) =>
    post("/api/v1/mcp", { jsonrpc: "2.0", id: count(), method, params }, MCP);
  const tool = (query: string) => mcp("tools/call", { name: "search_skills", arguments: { query } });
  const count = counter();
  const repliesOf = (thread_id: string) => `/api/v1/posts/${thread_id}/replies`;

  const poll = every(threads, ({ thread_id }, place) =>
    requestBytes("GET", repliesOf(thread_id), { "if-none-match": seen.etags[place] ?? "" }),
  );
  const page = every(threads, ({ thread_id, since }) => {
    // Between the fifty-first last reply, a second earlier, and the fiftieth last.
    const other = new Date(since.getTime() - (count() % 999)).toISOString();
    return requestBytes("GET", `${repliesOf(thread_id)}?limit=50&since=${other}`);
  });
  const reply = every(scene.writable, ({ thread_id, append_key }) => {
    const text = `Turned the knob as written, and it stopped after ${count()} minutes.`;
    return post(
      repliesOf(thread_id),
      { outcome: "partial", text },
      { ...JSON_TYPE, "x-service-append-key": append_key },
    );
  });
  const content = every(versions, (ref) => asHolder("/api/knowledge/v2/read", { ref, view: "content" }));
  const sync = every(holders, ({ authorization, held }) => {
    const body = { selected_versions: circular(held, count(), 25) };
    return post("/api/knowledge/v2/sync", body, { ...JSON_TYPE, authorization });
  });
  const pageAt = (kind: keyof Scene["pages"], headers: Record<string, string> = {}) =>
    every(scene.pages[kind], (path) => requestBytes("GET", path, headers));
  const reads = inTurn([poll, page, content, pageAt("skills")]);

  const cairn = (next: () => Buffer, name = "cairn"): Asking => ({ server: "cairn", next, name });
  const engine = (next: () => Buffer): Asking => ({ server: "meilisearch", next });
  /** Against the reference server, by the same requests. */
  const againstBare = (next: () => Buffer): [Asking, Asking] => [cairn(next), { server: "bare", next }];
  const writes = [cairn(reply)];
  const anew = (make: (question: string) => Buffer) => () => make(question());
  const again = (make: (question: string) => Buffer) => every(asked, make);

  /** A row, with sixteen clients unless `more` says otherwise. */
  const row = (
    name: string,
    what: string,
    contenders: Row["contenders"],
    judges: Judge[],
    more: Partial<Row> = {},
  ): Row => ({
    name,
    what,
    contenders,
    judges,
    clients: CLIENTS,
    ...more,
  });
  const beside = { beside: writes, before: scene.freshKeys };
  const toPlain = "one plain engine query";
  const fresh: Row["contenders"] = [cairn(anew(search)), engine(anew(plain))];
  const repeated: Row["contenders"] = [cairn(again(search)), engine(again(plain))];
  const most = versions.length < 10_000 ? 4 : 3;
  const bareRow = (name: string, what: string, least: number, next: () => Buffer, more?: Partial<Row>) =>
    row(name, what, againstBare(next), rate(least), more);

  const pageRows = (kind: keyof Scene["pages"]): Row[] => {
    const shown = seen.pages[kind];
    const nothing: Asking = { server: "next", next: always(requestBytes("GET", `/${shown.bytes}`)) };
    const mine = cairn(pageAt(kind, { cookie: "cairn_of=mine" }));
    const elements: Asking = { server: "next", next: always(requestBytes("GET", pageOfElements(shown))) };
    const shared: Row["contenders"] = [cairn(pageAt(kind)), nothing];
    const made = `page of ${kind}, made for one reader: a Next page of as many`;
    return [
      row(`page-${kind}`, `page of ${kind}, shared: a bare Next page`, shared, rate(5)),
      row(`page-${kind}-writes`, "the same with 20 writes/s", shared, rate(5), beside),
      row(`page-${kind}-made`, `${made} bytes`, [mine, nothing], rate(0.7), { extra: true }),
      row(`page-${kind}-elements`, `${made} elements`, [mine, elements], rate(null), { extra: true }),
    ];
  };

  return [
    row("search-new-4", `new v2 search, 4 clients: ${toPlain}`, fresh, [cost(most)], { clients: 4 }),
    row("search-new-16", `new v2 search, 16 clients: ${toPlain}`, fresh, [cost(most), tail(3)]),
    row("search-again", `repeated v2 search: ${toPlain}`, repeated, [cost(0.7), tail(3)]),
    row("search-again-writes", "the same with 20 writes/s beside", repeated, [cost(0.9)], beside),
    row("search-again-v1", "the same, a v1 search of another question before each", repeated, [cost(0.9)], {
      clients: 1,
      lead: cairn(anew(opening)),
    }),
    bareRow(
      "search-opens",
      "GET search that opens a thread: bare server, plain query, same insert",
      0.45,
      anew(opening),
    ),
    bareRow("poll", "idle poll, 304: bare server, same SQL", 0.6, poll),
    bareRow("replies", "page of 50 replies, another `since` each time: bare server, same SQL", 0.7, page),
    bareRow("reply", "POST of a reply: bare server, same SQL", 0.6, reply, { before: scene.freshKeys }),
    bareRow("content", "v2 read of content, another version each time: bare server, same SQL", 0.6, content),
    bareRow("sync", "sync with 25 of 100 held versions: bare server, same SQL", 0.5, sync),
    row(
      "mcp-new",
      "MCP search_skills, new: the same search over HTTP",
      [cairn(anew(tool), "MCP"), cairn(anew(preview), "HTTP")],
      rate(0.85),
    ),
    row(
      "mcp-again",
      "MCP search_skills, repeated: the same search over HTTP",
      [cairn(again(tool), "MCP"), cairn(again(preview), "HTTP")],
      rate(0.8),
    ),
    row(
      "mcp-tools",
      "MCP tools/list",
      [cairn(() => mcp("tools/list", {}))],
      [{ label: "a second of one core", goal: { atLeast: 3_000 }, of: (ours) => perCore(ours) }],
    ),
    ...pageRows("skills"),
    ...pageRows("threads"),
    row(
      "reads-200",
      "polls, replies, contents and pages by 200 clients, one a second each, beside 20 writes/s",
      [cairn(reads)],
      [p99(50)],
      { ...beside, clients: 200, perSecond: 200 },
    ),
    row("reads-200-full", "the same as fast as they are answered", [cairn(reads)], [p99(50)], {
      ...beside,
      extra: true,
      clients: 200,
    }),
    row(
      "handler",
      "page of 50 replies: the same through a Next route handler",
      [cairn(page), { server: "cairn through Next", next: page }],
      rate(5),
      { extra: true },
    ),
  ];
}

/** About eighty requests a second of an ordinary day: one in eight opens a thread. */
export function mixedLoad({ question, threads, writable, pages }: Scene, { etags }: Seen): () => Buffer {
  const replies = (thread_id: string) => `/api/v1/posts/${thread_id}/replies`;
  const search = () => requestBytes("GET", `/api/v1/search?q=${encodeURIComponent(question())}`);
  const poll = every(threads, ({ thread_id }, place) =>
    requestBytes("GET", replies(thread_id), { "if-none-match": etags[place] ?? "" }),
  );
  const reply = every(writable, ({ thread_id, append_key }) => {
    const text = `It was about ${question().slice(9)}, and it stopped.`;
    const headers = { ...JSON_TYPE, "x-service-append-key": append_key };
    return requestBytes("POST", replies(thread_id), headers, JSON.stringify({ outcome: "partial", text }));
  });
  const page = every([...pages.skills, ...pages.threads], (path) => requestBytes("GET", path));
  return inTurn([search, poll, page, poll, reply, poll, page, poll]);
}

/** Each path of this build against the same path of an earlier one, which has its own scene. */
export function rowsAgainst(ours: Row[], earlier: Row[], leastShare: number): Row[] {
  const before = (asking: Asking): Asking => ({ ...asking, server: "before", name: "before" });
  return ours.flatMap((row, index) => {
    const other = earlier[index];
    if (!other || row.extra || row.lead) return [];
    return {
      ...row,
      what: "the same row of the other build",
      contenders: [row.contenders[0], before(other.contenders[0])],
      judges: rate(leastShare),
      before: async () => {
        await row.before?.();
        await other.before?.();
      },
      ...(row.beside && { beside: [...row.beside, ...(other.beside ?? []).map(before)] }),
    };
  });
}

/** All CPU time of ours as a multiple of the engine's for one plain query; of waiting time where CPU time is unknown. */
function cost(most: number): Judge {
  const sum = (cpu: Cpu) => PARTS.reduce((total, part) => total + cpu[part], 0);
  return {
    label: "× the CPU time",
    goal: { atMost: most },
    of: (ours, theirs) =>
      ours.cpu && theirs.cpu ? sum(ours.cpu) / theirs.cpu.engine : theirs.per_second / ours.per_second,
  };
}

function rate(least: number | null): Judge[] {
  return [
    {
      label: "× the rate",
      goal: least === null ? null : { atLeast: least },
      of: (ours, theirs) => ours.per_second / theirs.per_second,
    },
    // Other programs disturb this less.
    { label: "by CPU", goal: null, of: (ours, theirs) => (theirs.cpu?.web ?? Number.NaN) / (ours.cpu?.web ?? 1) },
  ];
}

function tail(most: number): Judge {
  return { label: "p99 ÷ p50", goal: { atMost: most }, of: (ours) => ours.p99_ms / ours.p50_ms };
}

function p99(most: number): Judge {
  return { label: "ms p99", goal: { atMost: most }, of: (ours) => ours.p99_ms };
}

function perCore({ cpu, per_second }: Round): number {
  return cpu ? 1_000 / cpu.web : per_second;
}

function always(bytes: Buffer): () => Buffer {
  return () => bytes;
}

function counter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

function inTurn<T>(makers: ReadonlyArray<() => T>): () => T {
  return every(makers, (make) => make());
}

function each<T>(list: readonly T[]): () => T {
  return every(list, (item) => item);
}

/** Goes round the list. */
function every<T, R>(list: readonly T[], make: (item: T, place: number) => R): () => R {
  let turn = 0;
  return () => {
    const place = turn % list.length;
    const item = list[place];
    turn += 1;
    if (item === undefined) throw new Error("There is nothing to ask.");
    return make(item, place);
  };
}
