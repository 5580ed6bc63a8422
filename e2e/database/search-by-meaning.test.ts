import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "@/e2e/support/api";
import { expectWithin, startStopwatch } from "@/e2e/support/measuring";
import { madeSkill, makeScratchLibrary, publishMade, type ScratchDatabase, takeSettings } from "@/e2e/support/scratch";
import { listening } from "@/e2e/support/servers";
import { EMBEDDED_CHARACTERS_MAX, embedderState } from "@/lib/search/engine/embedder";
import { indexingClient } from "@/lib/search/engine/engine";
import { explainSearch } from "@/lib/search/explain/explain-search";
import { embedVersions } from "@/lib/search/index/index-meanings";
import { syncIndex } from "@/lib/search/index/index-sync";
import { prepareIndex } from "@/lib/search/index/rebuild-index";
import { MEANING_DEADLINE_MS } from "@/lib/search/rank/nearest";
import { MEANING_CONFIDENCE_MAX, MEANING_WEIGHT } from "@/lib/search/rank/order-hits";
import { searchLibrary } from "@/lib/search/search-library";

/** A search waits for the embedder for a fraction of a second only, and these tests ask once. */
const SLOW = { tag: "@slow" };
/** Time for a search while the embedder is silent, plus reserve for the rest of it. */
const ANSWER_MS_MAX = MEANING_DEADLINE_MS + 700;
/** Reading one skill into the index. The engine's own embedder held it up for minutes. */
const INDEXED_MS_MAX = 10_000;
const CONCEPTS = [/feline|kitten|whisker/gi, /aircraft|propeller|runway/gi, /ledger|invoice|bookkeep/gi];
/** Shares no word with its skill. */
const BY_MEANING = "my kitten pushes its dinner away";

const feline = madeSkill({
  title: "Feeding a feline",
  description: "Which portions suit a feline and its whiskers.",
  markdown: "# Feeding\n\nWeigh the feline, then the bowl.\n",
});
const ledger = madeSkill({
  title: "Reconcile a ledger with its bank",
  description: "Match each entry of a ledger with a statement.",
  markdown: `# Reconcile\n\nSort both.\n${"Then compare. ".repeat(400)}The last words are quixotic.\n`,
});
const fillers = Array.from({ length: 30 }, (_, number) =>
  madeSkill({
    title: `Land an aircraft, part ${number}`,
    description: `Keep the propeller in view of runway ${number}.`,
    markdown: `# Land\n\nTurn to ${number} and wait.\n`,
  }),
);

const settings = { ...process.env };
let scratch: ScratchDatabase;
let standIn: StandIn;

test.beforeAll(async () => {
  test.skip(!settings.MEILI_KEY, "There is no search engine to index into: set MEILI_URL and MEILI_KEY.");
  standIn = await startStandIn(CONCEPTS);
  scratch = await makeScratchLibrary();
  await publishMade(scratch, [feline, ledger, ...fillers]);
  await prepareIndex();
});

test.beforeEach(() => {
  standIn.be("well");
  withEmbedder("one");
});

test.afterAll(async () => {
  await scratch?.drop();
  takeSettings(OFF);
  await standIn?.close();
});

test("a question without any common word finds its skill but is not reported as answered", async () => {
  expect((await ask(BY_MEANING)).hits).toEqual([]);
  expect(await embedAll()).toBe(32);
  const found = await askUntilNear(BY_MEANING);
  expect(found.hits.map(({ row, why }) => [row.title, why])).toEqual([[feline.title, ["meaning"]]]);
  expect(found).toMatchObject({ match_quality: "partial", answered: false, degraded: false });
  expect(found.hits[0]?.score).toBeLessThan(0.5);
  await expect(async () => {
    const { hits, answer } = await explainSearch({ query: BY_MEANING });
    const [hit] = hits;
    expect(hit).toMatchObject({ tier: "near_in_meaning", confidence: MEANING_CONFIDENCE_MAX * (hit?.nearness ?? 0) });
    expect(hit?.score).toBeCloseTo((hit?.text.score ?? 0) + MEANING_WEIGHT * (hit?.nearness ?? 0), 9);
    expect(answer.match_quality).toBe("partial");
  }).toPass();
});

test("exact names and confident answers keep their rank", SLOW, async () => {
  await embedAll();
  const queries = [
    `${ledger.title}`,
    ledger.slug,
    ledger.skill_id,
    ledger.version_id,
    // Contains kitten, which is near another skill.
    "reconcile ledger bank statement kitten",
    "land aircraft runway 7",
  ];
  for (const query of queries) {
    withEmbedder("one");
    const near = await ask(query);
    takeSettings(OFF);
    const words = await ask(query);
    expect(near.hits.map(({ row }) => row.title)[0], query).toBe(words.hits[0]?.row.title);
    expect(near.answered, query).toBe(words.answered);
    if (words.answered) expect(near.hits.map(shown), query).toEqual(words.hits.map(shown));
  }
});

for (const manner of ["silent", "broken", "other"] as const) {
  test(
    `an embedder that is ${manner === "other" ? "of other dimensions" : manner} neither changes text results nor delays them`,
    SLOW,
    async () => {
      await embedAll();
      takeSettings(OFF);
      const words = await ask("land aircraft runway 7");
      withEmbedder("one");
      standIn.be(manner);
      for (let time = 0; time < 4; time += 1) {
        await expectWithin(`a search while the embedder is ${manner}`, ANSWER_MS_MAX, async () => {
          const spent = startStopwatch();
          const found = await ask(`land aircraft runway 7${" ".repeat(time)}`);
          const took = spent();
          expect(found.hits.map(shown)).toEqual(words.hits.map(shown));
          return took;
        });
        expect(await ask(`${BY_MEANING} ${time}`)).toMatchObject({ hits: [], match_quality: "none" });
        if (manner === "other") expect(embedderState(), "one vector that does not fit says enough").toBe("down");
      }
      expect(embedderState()).toBe("down");
      standIn.be("well");
      expect((await askUntilNear(`${BY_MEANING} again`)).hits.map(({ row }) => row.title)).toEqual([feline.title]);
      expect(embedderState()).toBe("up");
    },
  );
}

test("another model recomputes every vector, and the index is rebuilt once all are there", SLOW, async () => {
  await embedAll();
  withEmbedder("two");
  expect((await ask(BY_MEANING)).hits, "vectors of two models are never compared").toEqual([]);
  await prepareIndex();
  expect(await embedVersions()).toBe(32);
  await prepareIndex();
  expect((await askUntilNear(BY_MEANING)).hits.map(({ row }) => row.title)).toEqual([feline.title]);
  expect(standIn.models).toEqual(new Set(["one", "two"]));
});

test("later publications get vectors too, and without an embedder the index is unchanged", SLOW, async () => {
  await embedAll();
  const later = madeSkill({
    title: "Tidy bookkeeping",
    description: "An invoice a day.",
    markdown: "# Tidy\n\nFile it.\n",
  });
  await publishMade(scratch, [later]);
  await scratch.sql`select mark_dirty(${later.skill_id})`;
  await syncIndex();
  expect((await ask("invoices")).hits.map(({ row }) => row.title)).not.toContain(feline.title);
  expect(await embedAll()).toBe(1);
  await syncIndex();
  expect((await askUntilNear("bookkeeper")).hits.map(({ row }) => row.title)).toContain(later.title);

  takeSettings(OFF);
  await prepareIndex();
  const client = indexingClient();
  expect(await client?.index(process.env.MEILI_INDEX ?? "").getEmbedders()).toEqual({});
  expect((await ask("land aircraft runway 7")).hits[0]?.row.title).toBe("Land an aircraft, part 7");
});

test("the embedder gets truncated public texts, searches without secrets, and its key", SLOW, async () => {
  await embedAll();
  await ask(BY_MEANING);
  const secret = `use the key ghp_${"a1B2c3D4e5F6".repeat(3)} for a kitten`;
  await ask(secret);
  await searchLibrary({ query: "kitt", applicability: [], limit: 5, browse: { excerpts: 5 } });
  expect(standIn.texts).toContain(BY_MEANING);
  expect(standIn.texts).not.toContain(secret);
  expect(standIn.texts).not.toContain("kitt");
  const about = standIn.texts.filter((text) => text.startsWith(`${ledger.title}\n${ledger.description}\n`));
  expect(about.length).toBeGreaterThan(0);
  for (const text of about) {
    expect(text).not.toContain("quixotic");
    expect(text.length).toBeLessThan(EMBEDDED_CHARACTERS_MAX + 200);
  }
  expect(standIn.keys).toEqual(new Set(["Bearer a-key"]));
});

for (const manner of ["silent", "broken"] as const) {
  test(
    `while the embedder is ${manner}, what is published is indexed and found by its words all the same`,
    SLOW,
    async () => {
      await embedAll();
      standIn.be(manner);
      let turn = 0;
      // The engine waits for no embedder.
      await expectWithin(`indexing while the embedder is ${manner}`, INDEXED_MS_MAX, async () => {
        const subject = `gearbox ${manner} ${"abc"[turn++]}`;
        const title = `Grease a ${subject}`;
        const fresh = madeSkill({
          title,
          description: `Which grease a ${subject} takes.`,
          markdown: "# Grease\n\nA little.\n",
        });
        await publishMade(scratch, [fresh]);
        await scratch.sql`select mark_dirty(${fresh.skill_id})`;
        const spent = startStopwatch();
        await syncIndex();
        const took = spent();
        const held = await indexingClient()
          ?.index(process.env.MEILI_INDEX ?? "")
          .getDocument(fresh.version_id);
        expect(held).toMatchObject({ id: fresh.version_id });
        const found = await ask(title);
        expect([found.degraded, found.hits[0]?.row.title]).toEqual([false, title]);
        return took;
      });
    },
  );
}

const OFF = { EMBEDDER_URL: undefined, EMBEDDER_MODEL: undefined, EMBEDDER_KEY: undefined };

function withEmbedder(model: string): void {
  takeSettings({ EMBEDDER_URL: standIn.url, EMBEDDER_MODEL: model, EMBEDDER_KEY: "a-key" });
}

/** Embeds to the end as the worker does; returns the number of versions that were new to the embedder. */
async function embedAll(): Promise<number> {
  let made = 0;
  for (let batch = await embedVersions(); batch > 0; batch = await embedVersions()) made += batch;
  await prepareIndex();
  return made;
}

const ask = (query: string) => searchLibrary({ query, applicability: [], limit: 5 });

/** On a busy machine the embedder may miss its deadline; text search then answers alone, and only for half a second. */
async function askUntilNear(query: string) {
  let found = await ask(query);
  const hits = async () => {
    found = await ask(query);
    return found.hits.length;
  };
  await expect.poll(hits).toBeGreaterThan(0);
  return found;
}

const shown = ({ row, score, why }: Awaited<ReturnType<typeof ask>>["hits"][number]) => [row.title, score, why];

type StandIn = {
  url: string;
  /** Its behaviour from now on. `other` sends vectors of another length. */
  be(manner: "well" | "silent" | "broken" | "other"): void;
  /** Every text and key it received. */
  texts: string[];
  keys: Set<string | undefined>;
  models: Set<unknown>;
  close(): Promise<void>;
};

const OTHER = 4;

/**
 * An embeddings endpoint in OpenAI's format on loopback. Its vectors count the concepts of a text: texts without a
 * common word are similar when their words belong to one concept.
 */
async function startStandIn(concepts: readonly RegExp[]): Promise<StandIn> {
  let manner: Parameters<StandIn["be"]>[0] = "well";
  const seen = { texts: [] as string[], keys: new Set<string | undefined>(), models: new Set<unknown>() };
  const vector = (text: string) => [
    ...concepts.map((concept) => (text.match(concept) ?? []).length),
    0.05,
    ...(manner === "other" ? Array<number>(OTHER).fill(0) : []),
  ];
  const server = createServer(async (request, response) => {
    const { input, model } = JSON.parse(await text(request));
    seen.texts.push(...input);
    seen.keys.add(request.headers.authorization);
    seen.models.add(model);
    if (manner === "silent") return;
    if (manner === "broken") return void response.writeHead(500).end("no");
    const data = input.map((text: string, index: number) => ({ index, embedding: vector(text) }));
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data: data.reverse() }));
  });
  const { port, close } = await listening(server);
  return {
    ...seen,
    url: `http://127.0.0.1:${port}/v1`,
    be(next) {
      manner = next;
    },
    close,
  };
}
