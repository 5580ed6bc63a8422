import { expect, test } from "@playwright/test";
import { type FetchPage, type PollState, pollRound, startAfter, waitBefore } from "@/lib/client/poll-replies";

type Reply = { reply_id: string; created_at: string };
const NEW: PollState = { since: null, seen: [], newest: null, cursor: null };
const at = (second: number) => `2026-11-21T09:00:${String(second).padStart(2, "0")}.000Z`;
const reply = (reply_id: string, second: number): Reply => ({ reply_id, created_at: at(second) });

/** A post of replies that answers as the interface says, `limit` a page. A cursor is the place after the last one sent. */
function post(replies: Reply[], limit = 2) {
  const asked: string[] = [];
  const fetchPage: FetchPage<Reply> = async ({ since, cursor }) => {
    asked.push(`${since ?? "start"} ${cursor ?? "-"}`);
    const matching = replies.filter((each) => since === null || each.created_at >= since);
    const from = cursor === null ? 0 : matching.findIndex((each) => each.reply_id === cursor) + 1;
    const data = matching.slice(from, from + limit);
    return { data, next_cursor: from + limit < matching.length ? (data.at(-1)?.reply_id ?? null) : null };
  };
  return { replies, asked, fetchPage };
}

async function round(from: PollState, fetchPage: FetchPage<Reply>) {
  const fresh: string[] = [];
  const state = await pollRound(fetchPage, from, (page) => fresh.push(...page.map((each) => each.reply_id)));
  return { state, fresh };
}

test("pages are followed with the same since, and each reply comes once", async () => {
  const { fetchPage, asked } = post([reply("a", 1), reply("b", 2), reply("c", 2), reply("d", 3), reply("e", 4)]);
  const { state, fresh } = await round(NEW, fetchPage);
  expect(fresh).toEqual(["a", "b", "c", "d", "e"]);
  expect(asked).toEqual(["start -", "start b", "start d"]);
  expect(state).toEqual({ since: at(4), seen: ["e"], newest: at(4), cursor: null });
});

test("the reply on the boundary is dropped, one that arrived at the same time later is not", async () => {
  const thread = post([reply("a", 1), reply("b", 2)]);
  const { state } = await round(NEW, thread.fetchPage);
  thread.replies.push(reply("c", 2), reply("d", 3));
  const second = await round(state, thread.fetchPage);
  expect(second.fresh).toEqual(["c", "d"]);
  expect((await round(second.state, thread.fetchPage)).fresh).toEqual([]);
});

test("many replies of one moment do not make a client go back or stand still", async () => {
  const thread = post(Array.from({ length: 7 }, (_, n) => reply(`r${n}`, 5)));
  const first = await round(startAfter(thread.replies), thread.fetchPage);
  expect(first.fresh).toEqual([]);
  thread.replies.push(reply("late", 5), reply("later", 6));
  expect((await round(first.state, thread.fetchPage)).fresh).toEqual(["late", "later"]);
});

test("an idle round keeps what was seen", async () => {
  const start = startAfter([reply("a", 1), reply("b", 1)]);
  const silent: FetchPage<Reply> = async () => ({ data: [], next_cursor: null });
  expect((await round(start, silent)).state).toEqual(start);
});

test("a round that fails between two pages goes on with its cursor", async () => {
  const thread = post([reply("a", 1), reply("b", 2), reply("c", 3), reply("d", 4)]);
  let saved = NEW;
  const fresh: string[] = [];
  const take = (page: Reply[], state: PollState) => {
    fresh.push(...page.map((each) => each.reply_id));
    saved = state;
  };
  const failing: FetchPage<Reply> = async (ask) => {
    if (ask.cursor !== null) throw new Error("offline");
    return thread.fetchPage(ask);
  };
  await expect(pollRound(failing, saved, take)).rejects.toThrow("offline");
  expect(saved).toMatchObject({ since: null, cursor: "b" });
  await pollRound(thread.fetchPage, saved, take);
  expect(fresh).toEqual(["a", "b", "c", "d"]);
});

test("a hidden reply on the boundary makes nothing come twice", async () => {
  const thread = post([reply("a", 1), reply("b", 2)]);
  const { state } = await round(NEW, thread.fetchPage);
  thread.replies.splice(1, 1);
  thread.replies.push(reply("c", 3));
  expect((await round(state, thread.fetchPage)).fresh).toEqual(["c"]);
});

test("waiting doubles with each failure, has a ceiling, and honours Retry-After", () => {
  expect([0, 1, 2, 3].map((failures) => waitBefore(failures))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(waitBefore(99)).toBe(120_000);
  expect(waitBefore(0, 30)).toBe(30_000);
});
