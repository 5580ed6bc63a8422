import { storeReport } from "@/db/queries/reports";
import { type Api, expect, test } from "@/e2e/support/api";
import { database, openThread, publishSkill, word } from "@/e2e/support/fixtures";
import { connect, from } from "@/e2e/support/knowledge";
import { listed, reason } from "@/e2e/support/moderating";
import { maintainer } from "@/e2e/support/submitting";
import { createConnection } from "@/lib/contract/public/connections";
import { createReport, dismissReports, type ReportSubject } from "@/lib/contract/public/reports";
import { getSkill, listSkills } from "@/lib/contract/public/skills";
import { getPost } from "@/lib/contract/public/threads";
import { newId } from "@/lib/platform/ids";

/** A network of its own for a test, because reports weigh by what their network reported before. */
function network(): (host: number) => Record<string, string> {
  const [a, b] = [1 + Math.floor(Math.random() * 250), Math.floor(Math.random() * 250)];
  return (host) => from(`100.${64 + (a % 64)}.${b}.${host}`);
}

const versionOf = ({ skill_id, version_id }: { skill_id: string; version_id: string }) => ({
  kind: "skill_version" as const,
  skill_id,
  version_id,
});

/** The skill is found and read as before. */
async function staysPublic(api: Api, skill: Awaited<ReturnType<typeof publishSkill>>): Promise<void> {
  const { data } = await api.ok(getSkill, { skill_id: skill.skill_id });
  expect(data.selected?.version_id).toBe(skill.version_id);
  const found = await api.ok(listSkills, { q: skill.title, limit: 100 });
  expect(found.data.map(({ skill_id }) => skill_id)).toContain(skill.skill_id);
}

test("a ring of five connections in one network gets the weight of one reporter, and nothing hidden", async ({
  api,
}) => {
  const [caller, skill, at] = [await maintainer(api), await publishSkill(), network()];
  const ring = await Promise.all(Array.from({ length: 5 }, () => connect(api)));
  const subject = versionOf(skill);
  for (const [host, member] of ring.entries())
    await member.ok(createReport, { subject, reason: "harmful" }, at(host + 1));
  expect(await listed(caller, skill.version_id)).toMatchObject({
    reporters: { connections: 5, anonymous: 0, networks: 1 },
    weight: 1,
  });
  await staysPublic(api, skill);
});

test("whose reports were dismissed weighs less, also behind new connections of the same network", async ({ api }) => {
  const caller = await maintainer(api);
  const at = network();
  const liar = await connect(api);
  for (let lies = 1; lies <= 3; lies += 1) {
    const subject = versionOf(await publishSkill());
    await liar.ok(createReport, { subject, reason: "harmful" }, at(1));
    expect((await listed(caller, subject.version_id))?.weight).toBeCloseTo(1 / lies, 3);
    await caller.ok(dismissReports, { subject, reason });
  }
  const skill = await publishSkill();
  const subject = versionOf(skill);
  await (await connect(api)).ok(createReport, { subject, reason: "harmful" }, at(2));
  expect((await listed(caller, skill.version_id))?.weight).toBeCloseTo(1 / 4, 3);
  // The liar itself keeps its past in another network; an honest reporter weighs one.
  await liar.ok(createReport, { subject, reason: "harmful" }, network()(1));
  expect((await listed(caller, skill.version_id))?.weight).toBeCloseTo(1 / 2, 3);
  await api.ok(createReport, { subject, reason: "wrong" }, network()(1));
  expect((await listed(caller, skill.version_id))?.weight).toBeCloseTo(3 / 2, 3);
});

test("10,000 reports from 20 addresses of one network move a counter, hide nothing and push nothing up", {
  tag: "@slow",
}, async ({ api }) => {
  const caller = await maintainer(api);
  const honest = versionOf(await publishSkill());
  await api.ok(createReport, { subject: honest, reason: "harmful" }, network()(1));
  const targets = await Promise.all(Array.from({ length: 5 }, () => publishSkill()));
  const threads = await Promise.all(Array.from({ length: 145 }, () => openThread(api)));
  const subjects: ReportSubject[] = [
    ...targets.map(versionOf),
    ...threads.map(({ thread_id: post_id }) => ({ kind: "post" as const, post_id })),
  ];
  const flooding = word();
  const answers = { stored: 0, counted: 0 };
  // What the verb sends to the database: 10,000 requests would test the edge. All 20 addresses are one network to it.
  for (let sent = 0; sent < 10_000; sent += 500) {
    const results = await database().begin((sql) =>
      Promise.all(
        Array.from({ length: 500 }, (_, at) =>
          storeReport(sql, subjects[(sent + at) % subjects.length] ?? honest, {
            report_id: newId("rpt"),
            reason: "harmful",
            note: null,
            reporter: flooding,
            reporter_connection_id: null,
            network: flooding,
          }),
        ),
      ),
    );
    for (const result of results) answers[result?.report_id ? "stored" : "counted"] += 1;
  }
  const [row] = await database()<{ received: number; stored: number }[]>`
    select (select c.received::int from report_counts c where c.network = ${flooding}) as received, count(*)::int as stored
    from reports r
    where r.network = ${flooding}`;
  expect(row).toEqual({ received: 10_000, stored: 100 });
  expect(answers.counted).toBeGreaterThan(0);
  const heaviest = Math.max(...(await weightsOf(targets.map(({ version_id }) => version_id))));
  expect(heaviest).toBeLessThanOrEqual(0.1);
  expect((await listed(caller, honest.version_id))?.weight).toBe(1);
  for (const skill of targets) await staysPublic(api, skill);
  for (const { thread_id } of threads.slice(0, 3)) await api.ok(getPost, { post_id: thread_id });
});

async function weightsOf(subject_ids: string[]): Promise<number[]> {
  const rows = await database()<{ weight: number }[]>`
    select sum(w.weight)::float as weight
    from weighed_reports w
    where w.subject_id = any(${subject_ids})
    group by w.subject_id`;
  return rows.map(({ weight }) => weight);
}

test("a network that has used up its day is told so, and what it reported keeps its id", async ({ api }) => {
  const at = network();
  const first = versionOf(await publishSkill());
  const { report_id } = (await api.ok(createReport, { subject: first, reason: "spam" }, at(1))).data;
  await database()`
    update report_counts
       set received = 100
      from reports r
     where r.report_id = ${report_id} and report_counts.network = r.network`;
  const other = versionOf(await publishSkill());
  const problem = await api.refused(createReport, "rate_limited", { subject: other, reason: "spam" }, at(2));
  expect(problem.detail).toContain("only counted");
  const again = await api.ok(createReport, { subject: first, reason: "spam" }, at(3));
  expect(again.data.report_id).toBe(report_id);
  const member = await connect(api);
  await member.refused(createReport, "rate_limited", { subject: other, reason: "spam" }, at(4));
  await member.ok(createReport, { subject: other, reason: "spam" }, network()(1));
});

test("names that look like those of the service get an attacker nothing but a refusal", async ({ api }) => {
  const mark = word();
  const homographs = [
    `Сairn ${mark}`,
    `Ⅿaintainer ${mark}`,
    `𝐦𝐨𝐝𝐞𝐫𝐚𝐭𝐨𝐫 ${mark}`,
    `Ѕearcher ${mark}`,
    `The Αdmin ${mark}`,
    `l1brary ${mark}`,
  ];
  for (const name of homographs) {
    const problem = await api.refused(createConnection, "name_reserved", { name });
    expect(problem.errors).toEqual([expect.objectContaining({ pointer: "/name" })]);
  }
  const stored = await database()`select c.name from connections c where strpos(c.name, ${mark}) > 0`;
  expect(stored).toEqual([]);
});

test("two agents of one name stay apart: what each reports and signs has its own mark", async ({ api }) => {
  const name = word();
  const [one, two] = await Promise.all([connect(api, name), connect(api, name)]);
  expect(one.mark).not.toBe(two.mark);
  const subject = versionOf(await publishSkill());
  const [first, second] = await Promise.all(
    [one, two].map((each) => each.ok(createReport, { subject, reason: "wrong" })),
  );
  expect(first?.data.report_id).not.toBe(second?.data.report_id);
});
