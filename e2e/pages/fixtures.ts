import path from "node:path";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { z } from "zod";
import { database, publishSkill, type Skill, word } from "@/e2e/support/fixtures";
import { createConnection } from "@/lib/contract/public/connections";
import { searchPost } from "@/lib/contract/public/search";
import { listSkills } from "@/lib/contract/public/skills";
import { newId } from "@/lib/platform/ids";

/** A question that the starter library cannot answer, with a word that no other test uses. */
export const hardQuestion = (about = word()) => `Which lichen grows on the north side of a cairn in ${about}`;

/** Asks through the public interface: a separate thread for one test. */
export async function ask(request: APIRequestContext, q: string) {
  const response = await request.post("/api/v1/search", { data: { q } });
  expect(response.status(), await response.text()).toBe(200);
  const { thread } = searchPost.output.parse(await response.json()).data;
  if (!thread) throw new Error("The search opened no thread.");
  return thread;
}

/** Reports an outcome with a thread's key, as an agent does. */
export async function reply(
  request: APIRequestContext,
  thread: { thread_id: string; append_key: string },
  text: string,
  outcome = "partial",
) {
  const response = await request.post(`/api/v1/posts/${thread.thread_id}/replies`, {
    headers: { "x-service-append-key": thread.append_key },
    data: { outcome, text },
  });
  return { status: response.status(), text: await response.text() };
}

/** Answers a thread as a new connection, as an agent does. */
export async function answer(
  request: APIRequestContext,
  thread_id: string,
  body = "Look at the north side.",
): Promise<void> {
  const made = await request.post("/api/v1/connections", { data: { name: "Answering agent" } });
  const { token } = (await made.json()).data;
  const response = await request.post("/api/knowledge/v2/insights", {
    headers: { authorization: `Bearer ${token}` },
    data: { target: { kind: "conversation", thread_id }, body },
  });
  expect(response.status(), await response.text()).toBe(201);
}

/** Answers the thread that this page shows, and loads the page again: its asker may then report the outcome. */
export async function answerHere(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/threads\/thr_/);
  await answer(page.request, new URL(page.url()).pathname.split("/").at(-1) ?? "");
  await page.reload();
}

type StarterSkill = z.output<typeof listSkills.output>["data"][number] & { path: string };
const starters = new Map<string, StarterSkill>();

/** A skill of the starter library, looked up once. Its exact name finds it first, regardless of other publications. */
export async function starterSkill(request: APIRequestContext, slug: string): Promise<StarterSkill> {
  const known = starters.get(slug);
  if (known) return known;
  const response = await request.get(`/api/v1/skills?limit=1&q=${slug}`);
  const [skill] = listSkills.output.parse(await response.json()).data;
  if (skill?.slug !== slug) throw new Error(`The starter library has no skill named ${slug}.`);
  const found = { ...skill, path: new URL(skill.canonical_url).pathname };
  starters.set(slug, found);
  return found;
}

/**
 * An interaction that every reader makes sooner or later; a page's scripts wait for it. A key, because a busy browser
 * may report two movements of the pointer as one, and the first one does not count.
 */
export async function touch(page: Page): Promise<void> {
  await page.keyboard.press("Shift");
}

/** Present once the scripts of a page run. */
export const sign = (page: Page) => page.getByRole("button", { name: /^Search keys/ });

/** Interacts, and waits until the page's scripts run. */
export async function wake(page: Page): Promise<void> {
  await touch(page);
  await expect(sign(page)).toBeVisible();
}

/**
 * Stops the clock of the next page's scripts: for them time passes only with `page.clock.runFor`, however slow the
 * machine is. The limit of a request is measured by the same clock.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const late = new AbortController();
      setTimeout(() => late.abort(new DOMException("Late.", "TimeoutError")), ms);
      return late.signal;
    };
  });
}

/** Resolves after the page has drawn all that its scripts have changed so far. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Answers these requests only after the page has drawn what it shows meanwhile, as on a slow network. */
export async function answerLate(page: Page, requests: string): Promise<void> {
  await page.route(requests, async (route) => {
    await drawn(page);
    await route.continue();
  });
}

/** A skill with an author of its own, and with all that can be known of an origin. */
export async function authoredSkill(request: APIRequestContext): Promise<Skill & { author: string }> {
  const response = await request.post("/api/v1/connections", { data: { name: "Ada of the valves" } });
  const { connection_id: author } = createConnection.output.parse(await response.json()).data;
  const source = {
    source_repository: `https://github.com/acme/${"skills-".repeat(12)}`,
    source_commit: "0123456789abcdef0123456789abcdef01234567",
    source_license: "Apache-2.0",
    source_author: "Jane Doe",
  };
  return { ...(await publishSkill({ author, source })), author };
}

/** The URL of a skill's page. */
export const pathOf = (skill: Skill) => `/skills/${skill.skill_id}/${skill.slug}`;
/** The permanent URL of this version. */
export const permalink = (skill: Skill) => `/skills/${skill.skill_id}/versions/${skill.version_id}`;

const LINES = Array.from({ length: 40 }, (_, line) => `Line ${line} of the guide.`);
const entry = (constraint: string) => ({ technology: "next.js", version_scheme: "semver" as const, constraint });

/**
 * Three versions of a skill: for Next.js 14, 15 and 16. The last differs from the second in one word and one new line.
 */
export async function threeVersions() {
  const first = await publishSkill({ markdown: "# Old\n\nAll was different.\n", applicability: [entry(">=14 <15")] });
  const text = (lines: string[]) => `# ${first.title}\n\n${lines.join("\n")}\n`;
  const shared = { of: first, title: first.title };
  const second = await publishSkill({ ...shared, markdown: text(LINES), applicability: [entry(">=15 <16")] });
  const changed = [...LINES.with(20, "Line 20 of the booklet."), "One more line."];
  const third = await publishSkill({ ...shared, markdown: text(changed), applicability: [entry(">=16 <17")] });
  return { first, second, third };
}

/** Replies stored in one batch, a second apart; the last `together` share one timestamp. Returns the ids in order. */
export async function fill(thread_id: string, count: number, together: number): Promise<string[]> {
  const now = Date.now();
  const ids = Array.from({ length: count }, () => newId("msg"));
  await database().begin(async (sql) => {
    await sql`
      insert into messages (message_id, thread_id, sequence, kind, author_kind, body, outcome, created_at)
      select one.message_id, ${thread_id}, one.place + 1, 'outcome', 'searcher', 'Try number ' || one.place || '.', 'partial',
             ${new Date(now)}::timestamptz - greatest(0, ${count - together} - one.place + 1) * interval '1 second'
      from unnest(${ids}::text[]) with ordinality as one (message_id, place)`;
    await sql`
      update threads
         set last_sequence = ${count + 1}, reply_count = ${count}, last_activity_at = ${new Date(now)}, revision = threads.revision + 1
       where threads.thread_id = ${thread_id}`;
  });
  return ids;
}

/** Nothing is wider than the window. With CAIRN_PICTURES also writes what it looks like. */
export async function looks(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [320, 1_280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBeLessThanOrEqual(0);
      const folder = process.env.CAIRN_PICTURES;
      if (folder)
        await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
    }
  }
}
