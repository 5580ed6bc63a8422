import type { APIRequestContext } from "@playwright/test";
import { ask, hardQuestion, reply, starterSkill } from "@/e2e/pages/cast";

/** Every kind of page and every state of it that can be reached from outside, by name. */
export const PLACES: Record<string, (request: APIRequestContext) => Promise<string>> = {
  home: async () => "/",
  skills: async () => "/skills",
  "a search": async () => "/skills?q=upsert+postgres",
  "a search with filters": async () => "/skills?q=postgres&technology=postgresql&version=18.4&reviewed=true&sort=title",
  "a search without results": async () => "/skills?q=zzyzx&technology=zzyzx",
  "a search that is too long": async () => `/skills?q=${"w".repeat(501)}`,
  "a skill": async (request) => (await starterSkill(request, "postgres-upsert")).path,
  "a version": async (request) => {
    const { selected } = await starterSkill(request, "postgres-upsert");
    return `/skills/${selected.skill_id}/versions/${selected.version_id}`;
  },
  threads: async () => "/threads",
  "threads of a technology nobody uses": async () => "/threads?status=open&technology=zzyzx",
  "an open thread": async (request) => `/threads/${(await ask(request, hardQuestion("Lapland"))).thread_id}`,
  "a thread with the library's answer and an outcome": async (request) => {
    const thread = await ask(request, "upsert in postgresql 18 with on conflict and returning old and new");
    await reply(request, thread, "Worked as written on PostgreSQL 18.4.", "resolved");
    return `/threads/${thread.thread_id}`;
  },
  "a thread of long words": async (request) => {
    const thread = await ask(request, "w".repeat(480));
    await reply(request, thread, "x".repeat(1_000));
    return `/threads/${thread.thread_id}`;
  },
  "a thread from right to left": async (request) => {
    const thread = await ask(request, "كيف أضبط مهلة الطلب في الخادم");
    await reply(request, thread, "نجح الأمر بعد تغيير المهلة.");
    return `/threads/${thread.thread_id}`;
  },
  ask: async () => "/ask",
  "a question before it is published": async () =>
    "/ask?q=upsert+in+postgresql+and+return+the+old+row&technology=postgresql&version=18.4",
  "a question that cannot be published": async () => "/ask?q=is+1+%3C+2",
  "threads under filters": async () => "/threads?status=open&q=cairn&age=week",
  status: async () => "/status",
  "the desk's door": async () => "/maintain",
  connect: async () => "/connect",
  "connect with a token": async () => "/connect?with=token",
  docs: async () => "/docs",
  problems: async () => "/problems",
  "a problem": async () => "/problems/append_key_exhausted",
  "not found": async () => "/nothing/here",
};
