import { expect, test } from "@playwright/test";
import { type Checkpoint, pollRound, type ReadPage, startAfter, waitBefore } from "@/lib/client/poll-round";

type Reply = { reply_id: string; created_at: string };
const NEW: Checkpoint = { since: null, boundary_ids: [], cursor: null };
const at = (second: number) => `2026-11-21T09:00:${String(second).padStart(2, "0")}.000Z`;
const reply = (reply_id: string, second: number): Reply => ({ reply_id, created_at: at(second) });

/**
 * A post of replies that answers like the interface, `limit` a page. A cursor is the position after the last reply
 * sent.
 */
function post(replies: Reply[], limit = 2) {
  const asked: string[] = [];
  const readPage: ReadPage<Reply> = async ({ since, cursor }) => {
    asked.push(`${since ?? "start"} ${cursor ?? "-"}`);
    const matching = replies.filter((each) => since === null || each.created_at >= since);
    const from = cursor === null ? 0 : matching.findIndex((each) => each.reply_id === cursor) + 1;
    const data = matching.slice(from, from + limit);
    return { data, next_cursor: from + limit < matching.length ? (data.at(-1)?.reply_id ?? null) : null };
  };
  return { replies, asked, readPage };
}

async function round(from: Checkpoint, readPage: ReadPage<Reply>) {
  const fresh: string[] = [];
  let state = from;
  for await (const page of pollRound(readPage, from)) {
    fresh.push(...page.fresh.map(({ reply_id }) => reply_id));
    state = page.checkpoint;
  }
  return { state, fresh };
}

test("pages are followed with the same since, and each reply comes once", async () => {
  const { readPage, asked } = post([reply("a", 1), reply("b", 2), reply("c", 2), reply("d", 3), reply("e", 4)]);
  const { state, fresh } = await round(NEW, readPage);
  expect(fresh).toEqual(["a", "b", "c", "d", "e"]);
  expect(asked).toEqual(["start -", "start b", "start d"]);
  expect(state).toEqual({ since: at(4), boundary_ids: ["e"], cursor: null });
});

test("the reply on the boundary is dropped; one that arrived later with the same time is not", async () => {
  const thread = post([reply("a", 1), reply("b", 2)]);
  const { state } = await round(NEW, thread.readPage);
  thread.replies.push(reply("c", 2), reply("d", 3));
  const second = await round(state, thread.readPage);
  expect(second.fresh).toEqual(["c", "d"]);
  expect((await round(second.state, thread.readPage)).fresh).toEqual([]);
});

test("many replies of one moment do not make a client go back or stop", async () => {
  const thread = post(Array.from({ length: 7 }, (_, n) => reply(`r${n}`, 5)));
  const first = await round(startAfter(thread.replies), thread.readPage);
  expect(first.fresh).toEqual([]);
  thread.replies.push(reply("late", 5), reply("later", 6));
  expect((await round(first.state, thread.readPage)).fresh).toEqual(["late", "later"]);
});

test("an idle round keeps the known replies", async () => {
  const start = startAfter([reply("a", 1), reply("b", 1)]);
  const silent: ReadPage<Reply> = async () => ({ data: [], next_cursor: null });
  expect((await round(start, silent)).state).toEqual(start);
});

test("a round interrupted between two pages resumes at its last page, even without its cursor", async () => {
  for (const keepsCursor of [true, false]) {
    const thread = post([reply("a", 1), reply("b", 2), reply("c", 2), reply("d", 4)]);
    const first = await pollRound(thread.readPage, NEW).next();
    if (first.done) throw new Error("a round without a page");
    const { fresh, checkpoint } = first.value;
    expect(checkpoint).toEqual({ since: null, boundary_ids: ["a", "b"], cursor: "b" });
    const stored: Checkpoint = JSON.parse(JSON.stringify(checkpoint));
    const rest = await round({ ...stored, cursor: keepsCursor ? stored.cursor : null }, thread.readPage);
    expect([...fresh.map(({ reply_id }) => reply_id), ...rest.fresh]).toEqual(["a", "b", "c", "d"]);
  }
});

test("when the rest of a round was hidden since, nothing comes twice", async () => {
  const thread = post([reply("a", 1), reply("b", 2), reply("c", 3)]);
  const first = await pollRound(thread.readPage, NEW).next();
  if (first.done) throw new Error("a round without a page");
  const end: ReadPage<Reply> = async () => ({ data: [], next_cursor: null });
  const { state } = await round(first.value.checkpoint, end);
  thread.replies.splice(2, 1, reply("d", 5));
  expect((await round(state, thread.readPage)).fresh).toEqual(["d"]);
});

test("a hidden reply on the boundary makes nothing come twice", async () => {
  const thread = post([reply("a", 1), reply("b", 2)]);
  const { state } = await round(NEW, thread.readPage);
  thread.replies.splice(1, 1);
  thread.replies.push(reply("c", 3));
  expect((await round(state, thread.readPage)).fresh).toEqual(["c"]);
});

test("waiting doubles with each failure, has a ceiling, and honours Retry-After", () => {
  expect([0, 1, 2, 3].map((failures) => waitBefore(failures))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(waitBefore(99)).toBe(120_000);
  expect(waitBefore(0, 30)).toBe(30_000);
});
