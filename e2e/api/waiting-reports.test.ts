import { type Api, expect, test } from "@/e2e/support/api";
import { database, publishSkill, type Skill } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { answered, decisionsOn, idsOf, logOf, reason } from "@/e2e/support/moderating";
import { maintainer } from "@/e2e/support/submitting";
import { vouchForVersion } from "@/lib/contract/maintenance/versions";
import { createReport } from "@/lib/contract/public/reports";
import { getSkillVersion } from "@/lib/contract/public/skills";

/** A network of its own for each report. */
const from = (network: number) => ({ "x-forwarded-for": `10.${network >> 8}.${network & 255}.7` });
let networks = 1;

test("reports from five networks make a version wait, once, however many come at a time", async ({ api }) => {
  const skill = await publishSkill();
  const first = networks;
  networks += 12;
  const subject = { kind: "skill_version", ...idsOf(skill) };
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      answered(() => api.call(createReport, { subject, reason: "harmful" }, from(first + i))),
    ),
  );
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
  expect(await reasonsOf(api, skill)).toEqual(["reports"]);
  expect((await logOf(skill.version_id)).map(({ kind }) => kind)).toEqual(["version", "quarantine"]);
});

test("of exactly five reports at a time the last one makes the version wait", async ({ api }) => {
  const skills = await Promise.all(Array.from({ length: 6 }, () => publishSkill()));
  const first = networks;
  networks += 5;
  const reports = skills.flatMap((skill) =>
    [0, 1, 2, 3, 4].map((i) => () => report(api, { kind: "skill", skill_id: skill.skill_id }, first + i)),
  );
  await Promise.all(reports.map((send) => send()));
  expect(await Promise.all(skills.map((skill) => reasonsOf(api, skill)))).toEqual(skills.map(() => ["reports"]));
});

test("many reports from few networks, by however many connections, move nothing", async ({ api }) => {
  const skill = await publishSkill();
  const subject = { kind: "skill_version", ...idsOf(skill) };
  const first = networks;
  networks += 4;
  const connections = await Promise.all(Array.from({ length: 8 }, () => connect(api)));
  for (const [i, by] of connections.entries())
    await by.ok(createReport, { subject, reason: "harmful" }, from(first + (i % 4)));
  for (let i = 0; i < 20; i += 1) await report(api, subject, first + (i % 4));
  expect(await reasonsOf(api, skill)).toBeNull();
});

test("old reports do not count, and neither do those from before somebody vouched", async ({ api }) => {
  const [skill, decider] = [await publishSkill(), await maintainer(api)];
  const subject = { kind: "skill_version", ...idsOf(skill) };
  const first = networks;
  networks += 11;
  for (let i = 0; i < 4; i += 1) await report(api, subject, first + i);
  await database()`
    update reports
       set created_at = now() - interval '8 days'
     where reports.subject_id = ${skill.version_id}`;
  await report(api, subject, first + 4);
  expect(await reasonsOf(api, skill)).toBeNull();
  for (let i = 5; i < 9; i += 1) await report(api, subject, first + i);
  expect(await reasonsOf(api, skill)).toEqual(["reports"]);
  await decider.ok(vouchForVersion, { version_id: skill.version_id, reason });
  expect(await reasonsOf(api, skill)).toBeNull();
  for (let i = 9; i < 11; i += 1) await report(api, subject, first + i);
  expect(await reasonsOf(api, skill)).toBeNull();
  const decisions = await decisionsOn(decider, { kind: "skill_version", ...idsOf(skill) });
  expect(decisions.map(({ kind, decided_by }) => [kind, decided_by])).toEqual([
    ["vouch", "Test maintainer"],
    ["quarantine", "Readers"],
  ]);
});

async function report(api: Api, subject: Record<string, unknown>, network: number): Promise<void> {
  const sent = await answered(() => api.call(createReport, { subject, reason: "harmful" }, from(network)));
  expect(sent.status).toBe(201);
}

async function reasonsOf(api: Api, skill: Skill): Promise<string[] | null> {
  return (await api.ok(getSkillVersion, idsOf(skill))).data.quarantine?.reasons ?? null;
}
