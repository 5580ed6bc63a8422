import { expect, test } from "@/e2e/support/api";
import { openThread } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { createReply, listReplies } from "@/lib/contract/public/threads";

const TEXT =
  "\n  Use this, with two blanks:  \r\n\r\n    server:\n\t  port: 3\n\n- *a*\n  - [b](https://example.org/)\n\n";

test("a message is stored and served as it was written: indentation, blank lines, line ends and marks", async ({
  api,
  request,
}) => {
  const thread = await openThread(api);
  const by = await connect(api);
  const { message } = await by.addInsight(thread.thread_id, TEXT);
  expect(message.body).toBe(TEXT);
  const key = { "x-service-append-key": thread.append_key };
  await api.ok(createReply, { post_id: thread.thread_id, outcome: "partial", text: TEXT }, key);
  const { data } = await api.ok(listReplies, { post_id: thread.thread_id });
  expect(data.map(({ text }) => text)).toEqual([TEXT, TEXT]);

  const feed = await (await request.get(`/threads/${thread.thread_id}/feed.json`)).json();
  expect(feed.items[0].content_text).toBe(TEXT);
  const alternate = await (await request.get(`/threads/${thread.thread_id}.md`)).text();
  expect(alternate).toContain("    server:");
  expect(alternate).toContain("[b](https://example.org/)");
  const page = await (await request.get(`/threads/${thread.thread_id}`, { headers: { accept: "text/html" } })).text();
  expect(page).toContain('rel="nofollow ugc noopener noreferrer"');
  expect(page).toContain("<em>a</em>");
});
