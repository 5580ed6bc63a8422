import { expect, test } from "@/e2e/support/api";
import { addInsight, database, openThread, publishSkill } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { creation, ownSkill } from "@/e2e/support/submitting";
import { listWritten, type Written } from "@/lib/contract/public/connections";
import { createReport } from "@/lib/contract/public/reports";

async function all(caller: Caller, limit: number): Promise<Written[]> {
  const written: Written[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { data: Written[]; next_cursor: string | null } = await caller.ok(listWritten, {
      limit,
      ...(cursor && { cursor }),
    });
    written.push(...page.data);
    cursor = page.next_cursor;
  }
  return written;
}

test("a connection gets all it wrote, in order and whole, and nothing of others", async ({ api }) => {
  const [caller, other] = [await connect(api), await connect(api)];
  const { connection_id } = caller;
  const task = await caller.startTask();
  const elsewhere = await openThread(api);
  const insight = await addInsight(elsewhere.thread_id, { connection_id, body: "Turn it off." });
  await addInsight(task.thread.thread_id, { connection_id: other.connection_id, body: "Not mine." });
  const hidden = await addInsight(elsewhere.thread_id, { connection_id, body: "Hidden." });
  await database()`
    update messages
       set hidden_at = now_ms()
     where messages.message_id = ${hidden}`;
  const { markdown, skill_id, version_id } = await ownSkill(caller, creation());
  const reported = await publishSkill();
  const subject = { kind: "skill_version", skill_id: reported.skill_id, version_id: reported.version_id };
  await caller.ok(createReport, { subject, reason: "wrong", note: "Line 3." });
  const written = await all(caller, 100);
  expect(written).toMatchObject([
    { kind: "message", message_kind: "opening", thread_id: task.thread.thread_id },
    { kind: "message", message_kind: "insight", message_id: insight, body: "Turn it off." },
    { kind: "version", skill_id, version_id, markdown },
    { kind: "report", subject, reason: "wrong", note: "Line 3." },
  ]);
  expect(await all(caller, 1)).toEqual(written);
  expect(await all(await connect(api), 1)).toEqual([]);
  await api.refused(listWritten, "authentication_required");
  const { next_cursor: cursor } = await caller.ok(listWritten, { limit: 1 });
  await other.refused(listWritten, "invalid_cursor", { cursor });
  await caller.setMode("paused");
  expect(await all(caller, 100)).toEqual(written);
});
