import { requestBytes } from "@/e2e/bench/load";
import type { Scene } from "@/e2e/bench/scene";
import { pageOfElements } from "@/e2e/budgets/empty-app";

export type ServerName = "cairn" | "before" | "cairn through Next" | "bare" | "next" | "meilisearch";

/** The product's expected response, checked before measuring. */
export type SeenPage = { bytes: number; elements: number };
export type Seen = { etag: string; skill_page: SeenPage; thread_page: SeenPage };

export type Contender = {
  name: string;
  server: ServerName;
  /** Builds the next request. Called once per request. */
  next: () => Buffer;
};

/** One line of the table: the first contender against the second. */
export type Row = {
  what: string;
  contenders: [ours: Contender, theirs: Contender];
  /** The goal for our requests per second, as a share of the other's. Null: measured without a goal. */
  goal: number | null;
  /** Runs before each round. */
  before?: () => Promise<void>;
  /** Runs twenty times a second during every round. */
  beside?: () => Promise<void>;
};

/** Every measured path, on one scene. */
export function rowsOf(scene: Scene, { etag, skill_page, thread_page }: Seen, meiliKey: string): Row[] {
  const { thread_id, skill, authorization } = scene;
  const json = { "content-type": "application/json" };
  const meili = { ...json, authorization: `Bearer ${meiliKey}` };
  const replies = `/api/v1/posts/${thread_id}/replies`;
  const page = requestBytes("GET", `${replies}?limit=20`);
  const select: Contender = {
    name: "node:http, select",
    server: "bare",
    next: always(requestBytes("GET", `/select?id=${thread_id}`)),
  };
  const reply = { outcome: "partial", text: "Turned the knob as written, and it stopped after a minute or two." };
  const read = JSON.stringify({ ref: { kind: "skill", skill_id: skill.skill_id }, view: "content" });
  const search = (query: string) =>
    requestBytes("POST", "/api/knowledge/v2/search", { ...json, authorization }, JSON.stringify({ query }));
  const plain = (q: string) => requestBytes("POST", "/indexes/plain/search", meili, JSON.stringify({ q, limit: 5 }));
  const one = scene.sentences[0] ?? "";
  const query = (q: string) => `q=${encodeURIComponent(q)}`;

  return [
    {
      what: "idle poll, 304",
      contenders: [ours(requestBytes("GET", replies, { "if-none-match": etag })), select],
      goal: 0.8,
    },
    { what: "page of 20 replies", contenders: [ours(page), select], goal: 0.6 },
    {
      what: "POST reply",
      contenders: [
        {
          name: "cairn",
          server: "cairn",
          next: each(scene.writable, ({ thread_id: id, append_key }) =>
            requestBytes(
              "POST",
              `/api/v1/posts/${id}/replies`,
              { ...json, "x-service-append-key": append_key },
              JSON.stringify(reply),
            ),
          ),
        },
        {
          name: "node:http, insert",
          server: "bare",
          next: always(requestBytes("POST", "/insert", json, JSON.stringify(reply))),
        },
      ],
      goal: 0.5,
      before: scene.freshKeys,
    },
    {
      what: "v2 read, content",
      contenders: [ours(requestBytes("POST", "/api/knowledge/v2/read", { ...json, authorization }, read)), select],
      goal: 0.6,
    },
    {
      what: "v2 search, never asked before",
      contenders: [
        { name: "cairn", server: "cairn", next: each(scene.sentences, search) },
        { name: "meilisearch, one query", server: "meilisearch", next: each(scene.sentences, plain) },
      ],
      goal: 0.8,
    },
    {
      what: "v2 search, repeated",
      contenders: [
        ours(search(one)),
        { name: "meilisearch, one query", server: "meilisearch", next: always(plain(one)) },
      ],
      goal: 5,
    },
    {
      what: "GET search, opens a thread",
      contenders: [
        {
          name: "cairn",
          server: "cairn",
          next: each(scene.sentences, (q) => requestBytes("GET", `/api/v1/search?${query(q)}`)),
        },
        {
          name: "node:http, meilisearch, insert",
          server: "bare",
          next: each(scene.sentences, (q) => requestBytes("GET", `/search?${query(q)}`)),
        },
      ],
      goal: 0.7,
    },
    ...pageRows(scene, "skill page", `/skills/${skill.skill_id}/${skill.slug}`, skill_page),
    ...pageRows(scene, "thread page", `/threads/${thread_id}`, thread_page),
    {
      what: "page of 20, against Next's route handler",
      contenders: [ours(page), { name: "cairn through Next", server: "cairn through Next", next: always(page) }],
      goal: 5,
    },
  ];
}

/** Each path of this build against the same path of an earlier one, which has its own scene. */
export function rowsAgainst(ours: Row[], earlier: Row[], leastShare: number): Row[] {
  return ours.flatMap((row, index) => {
    const other = earlier[index];
    // These rows request a page that another row requests too.
    if (!other || row.what.includes(" against ")) return [];
    const both = (step: "before" | "beside") => async () => {
      await row[step]?.();
      await other[step]?.();
    };
    return {
      what: row.what,
      contenders: [row.contenders[0], { ...other.contenders[0], name: "before", server: "before" }],
      goal: leastShare,
      before: both("before"),
      ...(row.beside && { beside: both("beside") }),
    };
  });
}

/**
 * A page as served from the cache, alone and during writes, and as rendered for one reader. It is compared with a Next
 * page of as many bytes: one with a single text, the minimum, and one with as many elements, which is realistic.
 */
function pageRows(scene: Scene, name: string, path: string, seen: SeenPage): Row[] {
  const bare: Contender = {
    name: "next, one text",
    server: "next",
    next: always(requestBytes("GET", `/${seen.bytes}`)),
  };
  return [
    { what: `${name}, shared`, contenders: [ours(requestBytes("GET", path)), bare], goal: 5 },
    {
      what: `${name}, shared, 20 writes a second elsewhere`,
      contenders: [ours(requestBytes("GET", path)), bare],
      goal: null,
      beside: scene.writeElsewhere,
    },
    {
      what: `${name}, made for one reader`,
      contenders: [ours(requestBytes("GET", path, { cookie: "cairn_of=mine" })), bare],
      goal: 0.7,
    },
    {
      what: `${name}, made for one reader, against as many elements`,
      contenders: [
        ours(requestBytes("GET", path, { cookie: "cairn_of=mine" })),
        {
          name: "next, elements",
          server: "next",
          next: always(requestBytes("GET", pageOfElements(seen))),
        },
      ],
      goal: null,
    },
  ];
}

function ours(bytes: Buffer): Contender {
  return { name: "cairn", server: "cairn", next: always(bytes) };
}

function always(bytes: Buffer): () => Buffer {
  return () => bytes;
}

/** Cycles through the list; requests are built while they are sent. */
function each<T>(list: readonly T[], make: (item: T) => Buffer): () => Buffer {
  let turn = 0;
  return () => {
    const item = list[turn % list.length];
    turn += 1;
    if (item === undefined) throw new Error("There is nothing to ask.");
    return make(item);
  };
}
