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

  const pageRows = (kind: keyof Scene["pages"]): Row[] => {
    const shown = seen.pages[kind];
    const ours = cairn(pageAt(kind));
    const nothing: Asking = { server: "next", next: always(requestBytes("GET", `/${shown.bytes}`)) };
    const fresh = cairn(pageAt(kind, { cookie: "cairn_of=mine" }));
    const elements: Asking = { server: "next", next: always(requestBytes("GET", pageOfElements(shown))) };
    const row = { clients: CLIENTS, judges: rate(5), contenders: [ours, nothing] satisfies Row["contenders"] };
    const made = "made for one reader: a Next page of as many";
    return [
      { ...row, name: `page-${kind}`, what: `page of ${kind}, shared: a bare Next page` },
      {
        ...row,
        name: `page-${kind}-writes`,
        what: "the same with 20 writes/s",
        beside: writes,
        before: scene.freshKeys,
      },
      {
        ...row,
        name: `page-${kind}-made`,
        what: `page of ${kind}, ${made} bytes`,
        contenders: [fresh, nothing],
        judges: rate(0.7),
        extra: true,
      },
      {
        ...row,
        name: `page-${kind}-elements`,
        what: `page of ${kind}, ${made} elements`,
        contenders: [fresh, elements],
        judges: rate(null),
        extra: true,
      },
    ];
  };

  return [
    {
      name: "search-new-4",
      what: "new v2 search, 4 clients: one plain engine query",
      clients: 4,
      contenders: [cairn(anew(search)), engine(anew(plain))],
      judges: [cost(versions.length < 10_000 ? 4 : 3)],
    },
    {
      name: "search-new-16",
      what: "new v2 search, 16 clients: one plain engine query",
      clients: 16,
      contenders: [cairn(anew(search)), engine(anew(plain))],
      judges: [cost(versions.length < 10_000 ? 4 : 3), tail(3)],
    },
    {
      name: "search-again",
      what: "repeated v2 search: one plain engine query",
      clients: CLIENTS,
      contenders: [cairn(again(search)), engine(again(plain))],
      judges: [cost(0.7), tail(3)],
    },
    {
      name: "search-again-writes",
      what: "the same with 20 writes/s beside",
      clients: CLIENTS,
      contenders: [cairn(again(search)), engine(again(plain))],
      judges: [cost(0.9)],
      beside: writes,
      before: scene.freshKeys,
    },
    {
      name: "search-again-v1",
      what: "the same, a v1 search of another question before each",
      clients: 1,
      contenders: [cairn(again(search)), engine(again(plain))],
      judges: [cost(0.9)],
      lead: cairn(anew(opening)),
    },
    {
      name: "search-opens",
      what: "GET search that opens a thread: bare server, plain query, same insert",
      clients: CLIENTS,
      contenders: againstBare(anew(opening)),
      judges: rate(0.45),
    },
    {
      name: "poll",
      what: "idle poll, 304: bare server, same SQL",
      clients: CLIENTS,
      contenders: againstBare(poll),
      judges: rate(0.6),
    },
    {
      name: "replies",
      what: "page of 50 replies, another `since` each time: bare server, same SQL",
      clients: CLIENTS,
      contenders: againstBare(page),
      judges: rate(0.7),
    },
    {
      name: "reply",
      what: "POST of a reply: bare server, same SQL",
      clients: CLIENTS,
      contenders: againstBare(reply),
      judges: rate(0.6),
      before: scene.freshKeys,
    },
    {
      name: "content",
      what: "v2 read of content, another version each time: bare server, same SQL",
      clients: CLIENTS,
      contenders: againstBare(content),
      judges: rate(0.6),
    },
    {
      name: "sync",
      what: "sync with 25 of 100 held versions: bare server, same SQL",
      clients: CLIENTS,
      contenders: againstBare(sync),
      judges: rate(0.5),
    },
    {
      name: "mcp-new",
      what: "MCP search_skills, new: the same search over HTTP",
      clients: CLIENTS,
      contenders: [cairn(anew(tool), "MCP"), cairn(anew(preview), "HTTP")],
      judges: rate(0.85),
    },
    {
      name: "mcp-again",
      what: "MCP search_skills, repeated: the same search over HTTP",
      clients: CLIENTS,
      contenders: [cairn(again(tool), "MCP"), cairn(again(preview), "HTTP")],
      judges: rate(0.8),
    },
    {
      name: "mcp-tools",
      what: "MCP tools/list",
      clients: CLIENTS,
      contenders: [cairn(() => mcp("tools/list", {}))],
      judges: [{ label: "a second of one core", goal: { atLeast: 3_000 }, of: (ours) => perCore(ours) }],
    },
    ...pageRows("skills"),
    ...pageRows("threads"),
    {
      name: "reads-200",
      what: "polls, replies, contents and pages by 200 clients, one a second each, beside 20 writes/s",
      clients: 200,
      perSecond: 200,
      contenders: [cairn(reads)],
      judges: [p99(50)],
      beside: writes,
      before: scene.freshKeys,
    },
    {
      name: "reads-200-full",
      what: "the same as fast as they are answered",
      extra: true,
      clients: 200,
      contenders: [cairn(reads)],
      judges: [p99(50)],
      beside: writes,
      before: scene.freshKeys,
    },
    {
      name: "handler",
      what: "page of 50 replies: the same through a Next route handler",
      clients: CLIENTS,
      contenders: [cairn(page), { server: "cairn through Next", next: page }],
      judges: rate(5),
      extra: true,
    },
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
