import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";

/**
 * What an agent is at, the versions it works with, and the version that answers: its skill, a word of its title, and a
 * piece of its text that the agent needs.
 */
type Question = [
  question: string,
  technology: string,
  version: string,
  slug: string | null,
  title?: string,
  needs?: string,
];

/** Eleven are answered by an older version, seven by the newest, six by none. */
const DAY: Question[] = [
  [
    "keep a page in the cache for an hour in the app router",
    "next.js",
    "14.2.3",
    "nextjs-page-caching",
    "14",
    "revalidate: 3600",
  ],
  [
    "fetch is not cached any more after the upgrade, cache a page",
    "next.js",
    "15.1.0",
    "nextjs-page-caching",
    "15",
    "force-static",
  ],
  [
    "searchParams is a promise now, await params and cookies",
    "next.js",
    "15.3.1",
    "nextjs-async-request-apis",
    "15",
    "(await cookies())",
  ],
  [
    "upsert rows with on conflict and tell insert from update",
    "postgresql",
    "16.3",
    "postgres-upsert",
    "15 to 17",
    "(page.xmax = 0) as inserted",
  ],
  [
    "validate untrusted input with a strict object and flatten",
    "zod",
    "3.23.8",
    "zod-validate-input",
    "zod 3",
    "error.flatten()",
  ],
  [
    "dark mode with colour variables and no flash",
    "tailwindcss",
    "3.4.10",
    "tailwind-dark-mode",
    "CSS 3",
    "localStorage.setItem",
  ],
  ["form with a pending state and errors", "react", "18.3.1", "react-forms-and-actions", "React 18", "pending: true"],
  [
    "text content does not match, hydration error 425",
    "react",
    "18.2.0",
    "react-hydration-mismatch",
    "React 18",
    "useSyncExternalStore(",
  ],
  [
    "poll with refetchInterval and stop when done",
    "@tanstack/react-query",
    "4.36.1",
    "react-query-polling",
    "Query 4",
    '=== "done"',
  ],
  [
    "run TypeScript directly without a build",
    "node.js",
    "20.11.0",
    "node-run-typescript",
    "Node 20",
    "npx tsx src/server.ts",
  ],
  [
    "content security policy with a nonce for inline scripts",
    "next.js",
    "15.2.0",
    "nextjs-csp-nonce",
    "15",
    '.get("x-nonce")',
  ],
  [
    "content security policy with a nonce in proxy.ts",
    "next.js",
    "16.4.6",
    "nextjs-csp-nonce",
    "16",
    "`script-src 'self' 'nonce-",
  ],
  [
    "keyset pagination instead of offset",
    "postgresql",
    "17.2",
    "postgres-keyset-pagination",
    "Keyset",
    "(post.created_at, post.id) <",
  ],
  [
    "shut down an http server gracefully on SIGTERM",
    "node.js",
    "22.14.0",
    "node-graceful-shutdown",
    "Shut a Node",
    "server.closeIdleConnections()",
  ],
  ["JSON schema from a zod schema for OpenAPI", "zod", "4.4.0", "zod-json-schema", "zod 4", "uri: (id) =>"],
  [
    "run playwright in a container as root, sandbox error",
    "playwright",
    "1.55.0",
    "playwright-in-ci",
    "containers",
    "chromiumSandbox: !asRoot",
  ],
  [
    "property-based test of a parser",
    "fast-check",
    "4.1.0",
    "testing-property-based",
    "fast-check 4",
    "fc.assert(fc.property(fc.array(",
  ],
  [
    "set up tailwind in next.js with the postcss plugin",
    "tailwindcss",
    "4.1.0",
    "tailwind-setup-nextjs",
    "CSS 4",
    'plugins: { "@tailwindcss/postcss": {} }',
  ],
  ["cache a page", "next.js", "12.3.4", null],
  ["validate untrusted input with zod", "zod", "2.0.0", null],
  ["csrf token missing when a form is posted", "django", "5.0.3", null],
  ["graceful shutdown of an axum server", "axum", "0.7.5", null],
  ["pod stuck in CrashLoopBackOff", "kubernetes", "1.30.2", null],
  ["effect of a signal runs twice", "angular", "17.3.0", null],
];
/** Of all answers of a working day with one token: 6,000 tokens of four characters. */
const DAY_CHARACTERS_MAX = 24_000;
const CALLS_MAX = 30;
const CHARACTERS_MAX = 120_000;

const Answer = z.looseObject({
  status: z.string(),
  nothing_fits: z.looseObject({ reason: z.string() }).nullish(),
  results: z.array(
    z.looseObject({
      skill_id: z.string(),
      title: z.string(),
      skill_md_url: z.string(),
      content: z.looseObject({ markdown: z.string() }).optional(),
    }),
  ),
});
const Next = z.looseObject({ next: z.string() });
const Text = z.looseObject({ third_party_text: z.looseObject({ markdown: z.string() }) });
type Made = { answer: unknown; characters: number };
type Ask = (question: string, technology: string, version: string) => Promise<Made>;
/** Reads on where an answer leaves out a part of its text. */
type ReadOn = (answer: unknown) => Promise<Made>;

/** Asks every question once, and reads on only where the answer lacks what the agent needs. */
async function day(api: Api, ask: Ask, readOn: ReadOn) {
  const slugs = new Map((await api.ok(listSkills, { limit: 100 })).data.map(({ skill_id, slug }) => [skill_id, slug]));
  const wrong: string[] = [];
  let calls = 0;
  let characters = 0;
  for (const [question, technology, version, slug, words = "", needs = ""] of DAY) {
    const made = await ask(question, technology, version);
    const { status, nothing_fits, results } = Answer.parse(made.answer);
    calls += 1;
    characters += made.characters;
    const [first] = results;
    const where = `${technology} ${version}: ${question}`;
    const found = first ? `${slugs.get(first.skill_id)}, ${first.title}` : "nothing";
    if (slug === null) {
      if (status !== "open" || !nothing_fits) wrong.push(`${where}: claims an answer, ${found}`);
    } else if (
      status !== "answered" ||
      !first?.content ||
      slugs.get(first.skill_id) !== slug ||
      !first.title.includes(words)
    )
      wrong.push(`${where}: ${status}, ${found}${first?.content ? "" : ", without its text"}`);
    else if (!first.content.markdown.includes(needs)) {
      const rest = await readOn(made.answer);
      calls += 1;
      characters += rest.characters;
      if (!String(rest.answer).includes(needs)) wrong.push(`${where}: nowhere ${needs}`);
    }
  }
  return { wrong, calls, characters };
}

test("a day of questions with exact versions by the guide: one request each, all right", async ({ api }) => {
  const done = await day(
    api,
    async (q, technology, version) => {
      const query = new URLSearchParams({ q, technology, version, preview: "true", include: "content", limit: "1" });
      const { text } = await api.get(`/api/v1/search?${query}`);
      return { answer: searchPost.output.parse(JSON.parse(text)).data, characters: text.length };
    },
    async (answer) => {
      const [first] = Answer.parse(answer).results;
      const { text } = await api.get((first?.skill_md_url ?? "").replace(api.base, ""));
      return { answer: text, characters: text.length };
    },
  );
  expect(done.wrong).toEqual([]);
  expect(done.calls).toBeLessThanOrEqual(CALLS_MAX);
  expect(done.characters).toBeLessThanOrEqual(CHARACTERS_MAX);
});

for (const era of eras)
  test(`the same day by MCP ${era.era}`, async ({ api }) => {
    const agent = await Agent.connect(api, era);
    const called = async (name: string, args: Record<string, unknown>): Promise<Made> => {
      const made = await agent.call(name, args);
      const [first] = made.content;
      const answer = made.structuredContent ?? JSON.parse(first?.type === "text" ? first.text : "");
      return { answer, characters: JSON.stringify(made).length };
    };
    const done = await day(
      api,
      async (query, technology, version) => {
        return called("search_skills", { query, technology, version, include_content: true });
      },
      async (answer) => {
        const [, tool = "", args = ""] = /call (\w+) with (\{.*\})\.$/i.exec(Next.parse(answer).next) ?? [];
        const read = await called(tool, JSON.parse(args));
        return { ...read, answer: Text.parse(read.answer).third_party_text.markdown };
      },
    );
    await agent.close();
    expect(done.wrong).toEqual([]);
    expect(done.calls).toBeLessThanOrEqual(CALLS_MAX);
    expect(done.characters).toBeLessThanOrEqual(CHARACTERS_MAX);
  });

test("with one token an agent searches, asks in public, reports and follows up, in few words", async ({ api }) => {
  const { headers } = await connect(api, "Working agent");
  const agent = await Agent.connect(api, eras[1], headers);
  let characters = 0;
  const call = async <T extends z.ZodType>(name: string, args: Record<string, unknown>, shape: T) => {
    const answer = await agent.ok(name, args, z.looseObject({}));
    characters += JSON.stringify(answer).length;
    return shape.parse(answer);
  };
  const query = "upsert rows with on conflict and tell insert from update";
  const asked = { query, technology: "postgresql", version: "16.3" };
  const found = await call("search_skills", { ...asked, include_content: true }, Answer);
  const [used] = found.results;
  expect([found.status, used?.content === undefined]).toEqual(["answered", false]);

  const task = { title: query, opening: "On PostgreSQL 16.3, the import does not say which rows are new.", query };
  const { thread } = await call(
    "start_task",
    task,
    z.looseObject({ thread: z.looseObject({ thread_id: z.string() }) }),
  );
  const { thread_id } = thread;
  await call("read_thread", { thread_id }, z.looseObject({ status: z.literal("answered") }));
  const worked = { thread_id, outcome: "resolved", text: "Worked as written on PostgreSQL 16.3." };
  await call("report_outcome", worked, z.looseObject({ replies_remaining: z.literal(19) }));
  const Synced = z.looseObject({ deliveries: z.array(z.unknown()) });
  await call("sync", {}, Synced);
  await agent.close();
  expect(characters).toBeLessThanOrEqual(DAY_CHARACTERS_MAX);
});
