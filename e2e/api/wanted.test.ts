import { type Api, expect, test } from "@/e2e/support/api";
import { hideThread, word } from "@/e2e/support/fixtures";
import { connect, from } from "@/e2e/support/knowledge";
import { searchPost } from "@/lib/contract/public/search";

async function ask(api: Api, q: string, network: number): Promise<string> {
  const { thread } = (await api.ok(searchPost, { q }, from(network))).data;
  if (!thread) throw new Error("The search opened no thread.");
  return thread.thread_id;
}

async function shown(api: Api, subject: string): Promise<string> {
  const { text } = await api.get("/threads/wanted.md");
  return text.split("\n").find((line) => line.includes(subject)) ?? "";
}

test("a question of several askers is listed with their number, until somebody answers", async ({ api }) => {
  const subject = word();
  const first = await ask(api, `Which lichen grows on a ${subject}`, 1);
  expect(await shown(api, subject)).toBe("");
  // The same asker again, and the same words in another form and order.
  await ask(api, `Which lichen grows on a ${subject}`, 1);
  expect(await shown(api, subject)).toBe("");
  const second = await ask(api, `On a ${subject}: which lichens grow?`, 2);
  expect(await shown(api, subject)).toContain(": 2 askers, 3 threads");
  expect(await shown(api, subject)).toContain(`/threads/${second})`);
  const agent = await connect(api);
  await agent.startTask({ title: `Which lichen grows on a ${subject}`, opening: "It grows somewhere." });
  expect(await shown(api, subject)).toContain(": 3 askers, 4 threads");
  const html = (await api.get("/threads/wanted", { accept: "text/html" })).text;
  expect(html).toContain("3 askers");

  await hideThread(first);
  expect(await shown(api, subject)).toContain(": 3 askers, 3 threads");
  await agent.addInsight(second, "Map lichen does.");
  expect(await shown(api, subject)).toContain(": 2 askers, 2 threads");
});
