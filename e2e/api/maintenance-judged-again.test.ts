import { expect, test } from "@/e2e/support/api";
import { connect, databaseTime, versionRef } from "@/e2e/support/knowledge";
import { answered, decisionsOn, idsOf, judgedAgain, reason } from "@/e2e/support/moderating";
import { maintainer } from "@/e2e/support/submitting";
import { type JudgedAgainItem, listQueue } from "@/lib/contract/maintenance/queue";
import { keepVersion, withdrawVersion } from "@/lib/contract/maintenance/versions";
import { getSkillVersion } from "@/lib/contract/public/skills";
import { RULES_VERSION } from "@/lib/text/safety/finding";

type JudgedAgainPage = { data: JudgedAgainItem[]; next_cursor: string | null };

async function waiting(caller: Awaited<ReturnType<typeof maintainer>>): Promise<JudgedAgainItem[]> {
  const items: JudgedAgainItem[] = [];
  let cursor: string | null = null;
  do {
    const page: JudgedAgainPage = (
      await caller.ok(listQueue, { limit: 1, ...(cursor ? { judged_again_cursor: cursor } : {}) })
    ).judged_again;
    items.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}

test("the queue lists versions that newer rules would hold, with rule, line, excerpt and date, and they stay readable", async ({
  api,
}) => {
  const caller = await maintainer(api);
  const before = await databaseTime();
  const skill = await judgedAgain();
  const after = await databaseTime();
  const items = await waiting(caller);
  const item = items.find(({ ref }) => ref.version_id === skill.version_id);
  expect(item).toMatchObject({
    ref: versionRef(skill),
    title: skill.title,
    selected: true,
    verdict: "hold",
    rules_version: RULES_VERSION,
    findings: [
      {
        rule: "download_and_run",
        class: "label",
        field: "markdown",
        line: 3,
        excerpt: expect.stringContaining("curl"),
      },
    ],
  });
  const since = item?.since ?? "";
  expect(since >= before && since <= after, `${before} ${since} ${after}`).toBe(true);
  expect(new Set(items.map(({ ref }) => ref.version_id)).size).toBe(items.length);
  expect(items.map(({ since }) => since)).toEqual(items.map(({ since }) => since).toSorted());
  const { data } = await api.ok(getSkillVersion, idsOf(skill));
  expect(data.risk_labels).toContain("download_and_run");
});

test("keeping a version is one public decision with a reason and removes it from the queue", async ({ api }) => {
  const [caller, other, member] = [await maintainer(api), await maintainer(api), await connect(api)];
  const skill = await judgedAgain();
  const input = { ...idsOf(skill), rules_version: RULES_VERSION, reason };
  await member.refused(keepVersion, "maintainer_required", input);
  await caller.refused(keepVersion, "invalid_transition", { ...input, rules_version: RULES_VERSION + 1 });
  const answers = await Promise.all([caller, other].map((one) => answered(() => one.call(keepVersion, input))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await waiting(caller)).map(({ ref }) => ref.version_id)).not.toContain(skill.version_id);
  expect(await decisionsOn(member, versionRef(skill))).toMatchObject([
    {
      kind: "approval",
      reason,
      details: { rules_version: RULES_VERSION, verdict: "hold", rules: ["download_and_run"] },
    },
  ]);
  await api.ok(getSkillVersion, idsOf(skill));
});

test("withdrawing a version removes it from the queue, and keeping it is then refused", async ({ api }) => {
  const caller = await maintainer(api);
  const skill = await judgedAgain();
  await caller.ok(withdrawVersion, { ...idsOf(skill), reason });
  expect((await waiting(caller)).map(({ ref }) => ref.version_id)).not.toContain(skill.version_id);
  const input = { ...idsOf(skill), rules_version: RULES_VERSION, reason };
  await caller.refused(keepVersion, "invalid_transition", input);
});

test("the list of versions judged again refuses a cursor of the submissions", async ({ api }) => {
  const caller = await maintainer(api);
  await Promise.all([judgedAgain(), judgedAgain()]);
  const { judged_again } = await caller.ok(listQueue, { limit: 1 });
  expect(judged_again.data).toHaveLength(1);
  await caller.refused(listQueue, "invalid_cursor", { cursor: judged_again.next_cursor });
});
