import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, type Skill } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { answered, decisionsOn, idsOf, logOf, reason } from "@/e2e/support/moderating";
import { maintainer, ownSkill, risky, submitted, update, waitingSkill } from "@/e2e/support/submitting";
import { listQueue } from "@/lib/contract/maintenance/queue";
import {
  quarantineVersion,
  selectVersion,
  vouchForVersion,
  withdrawVersion,
} from "@/lib/contract/maintenance/versions";
import { searchPost } from "@/lib/contract/public/search";
import { createAppeal, getSkill, getSkillVersion, listSkills } from "@/lib/contract/public/skills";

const [, era] = eras;

test("a new author's version with a risk is published, answers at its address with a banner, and is listed nowhere", async ({
  api,
}) => {
  const author = await connect(api);
  const skill = await waitingSkill(author);
  const { data } = await api.ok(getSkillVersion, idsOf(skill));
  const quarantine = { since: data.created_at, reasons: ["download_and_run"] };
  expect(data).toMatchObject({ is_selected: true, quarantine });
  const page = `/skills/${skill.skill_id}/versions/${skill.version_id}`;
  for (const where of [page, `${page}.md`, `${page}/SKILL.md`, `/skills/${skill.skill_id}/SKILL.md`]) {
    const { status, text } = await api.send("GET", where);
    expect([status, text.includes("waiting for a maintainer since")], where).toEqual([200, true]);
    expect(text, where).toContain("download_and_run");
  }
  expect((await api.send("GET", page)).text).toMatch(/<meta name="robots" content="noindex/);
  const index = await api.send("GET", `${page}/.well-known/agent-skills/index.json`);
  expect(index.status).toBe(404);
  expect(await listed(api, skill)).toEqual([]);
  const agent = await Agent.connect(api, era);
  for (const args of [{ skill_id: skill.skill_id }, idsOf(skill)])
    expect((await agent.call("get_skill", args)).isError, JSON.stringify(args)).toBe(true);
  await agent.close();
  const waiting = await api.send("GET", "/waiting");
  expect(waiting.text).toContain(skill.version_id);
  expect(waiting.text.replaceAll("<!-- -->", "")).toMatch(/rules found download_and_run in line \d+/);
});

test("an author sees what waits with the token alone", async ({ api }) => {
  const [author, other] = [await connect(api), await connect(api)];
  const shown = await ownSkill(author);
  const waits = await waitingSkill(author);
  const { data } = await author.ok(listSkills, { mine: true });
  expect(data.map(({ version, quarantine }) => [version.version_id, quarantine?.reasons ?? null])).toEqual([
    [waits.version_id, ["download_and_run"]],
    [shown.version_id, null],
  ]);
  const first = await author.ok(listSkills, { mine: true, limit: 1 });
  const second = await author.ok(listSkills, { mine: true, limit: 1, cursor: first.next_cursor ?? "" });
  expect([...first.data, ...second.data].map(({ version }) => version.version_id)).toEqual([
    waits.version_id,
    shown.version_id,
  ]);
  expect((await other.ok(listSkills, { mine: true })).data).toEqual([]);
  expect(await problemOf(api.call(listSkills, { mine: true }))).toBe("authentication_required");
  expect(await problemOf(author.call(listSkills, { mine: true, q: waits.title }))).toBe("validation_failed");
});

test("a harmless version stays listed while its harmful update waits, until somebody vouches for that", async ({
  api,
}) => {
  const [author, decider] = [await connect(api), await maintainer(api)];
  const first = await ownSkill(author);
  await becomesFindable(api, first);
  const harmful = risky({ title: first.title });
  const operation = await submitted(author, update(first, "1", { title: first.title, markdown: harmful.markdown }));
  const { ref, selection_revision } = Object(operation.result);
  expect(selection_revision).toBe("1");
  const { data } = await api.ok(getSkill, { skill_id: first.skill_id });
  expect(data.version_id).toBe(first.version_id);
  expect(data.versions.map(({ state }) => state)).toEqual(["waiting", "selected"]);
  expect(JSON.stringify(data.versions)).not.toContain(operation.operation_ref);

  const vouched = await decider.ok(vouchForVersion, { version_id: ref.version_id, reason });
  expect(vouched.data).toMatchObject({ state: "published", selected: ref, selection_revision: "2" });
  expect((await api.ok(getSkill, { skill_id: first.skill_id })).data).toMatchObject({
    version_id: ref.version_id,
    quarantine: null,
  });
  const back = await decider.ok(quarantineVersion, { version_id: ref.version_id, reason });
  expect(back.data).toMatchObject({ state: "waiting", selected: { version_id: first.version_id } });
  expect((await api.ok(getSkill, { skill_id: first.skill_id })).data.version_id).toBe(first.version_id);
  expect((await api.ok(getSkillVersion, idsOf(ref))).data.quarantine?.reasons).toEqual(["maintainer"]);
  const kinds = (await decisionsOn(decider, ref)).map(({ kind }) => kind);
  expect(kinds).toEqual(["quarantine", "selection", "vouch"]);
  expect((await logOf(ref.version_id)).map(({ kind }) => kind)).toEqual(["version", "vouch", "quarantine"]);
});

test("of parallel decisions about a version that waits, each takes effect once", async ({ api }) => {
  const [author, decider] = [await connect(api), await maintainer(api)];
  const skill = await waitingSkill(author);
  const six = Array.from({ length: 6 });
  const vouches = await Promise.all(
    six.map(() => answered(() => decider.call(vouchForVersion, { version_id: skill.version_id, reason }))),
  );
  expect(vouches.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const waits = await Promise.all(
    six.map(() => answered(() => decider.call(quarantineVersion, { version_id: skill.version_id, reason }))),
  );
  expect(waits.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const both = await Promise.all([
    answered(() => decider.call(vouchForVersion, { version_id: skill.version_id, reason })),
    answered(() => decider.call(withdrawVersion, { ...idsOf(skill), reason })),
  ]);
  expect(both[1]?.status).toBe(200);
  expect((await api.call(getSkillVersion, idsOf(skill))).status).toBe(410);
  expect(await listed(api, skill)).toEqual([]);
});

test("only maintainers vouch, and only for what there is", async ({ api }) => {
  const [author, decider] = [await connect(api), await maintainer(api)];
  const skill = await waitingSkill(author);
  const input = { version_id: skill.version_id, reason };
  expect(await problemOf(author.call(vouchForVersion, input))).toBe("maintainer_required");
  expect(await problemOf(author.call(quarantineVersion, input))).toBe("maintainer_required");
  expect(await problemOf(decider.call(vouchForVersion, { ...input, version_id: `skv_${"A".repeat(22)}` }))).toBe(
    "not_found",
  );
});

test("an author asks for a look once, and learns of the decision by sync", async ({ api }) => {
  const [author, other, decider] = [await connect(api), await connect(api), await maintainer(api)];
  const skill = await waitingSkill(author);
  const appeal = (caller: Caller, text: string) => caller.call(createAppeal, { ...idsOf(skill), text });
  const all = await Promise.all(
    ["Please look.", "Once more.", "And again."].map((text) => answered(() => appeal(author, text))),
  );
  expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(all.map((one) => (one.ok ? JSON.stringify(one.body.data) : one.problem.code))).size).toBe(1);
  expect(await problemOf(appeal(other, "Mine?"))).toBe("not_author");
  expect((await api.send("GET", "/waiting")).text).toContain("its author asks for a look");
  const { waiting } = await decider.ok(listQueue, {});
  expect(waiting.data.find(({ ref }) => ref.version_id === skill.version_id)).toMatchObject({
    title: skill.title,
    author: { connection_id: author.connection_id },
    quarantine: { reasons: ["download_and_run"] },
    findings: expect.arrayContaining([
      expect.objectContaining({ rule: "download_and_run", excerpt: expect.any(String) }),
    ]),
    appeal: { text: expect.stringMatching(/^(Please look|Once more|And again)\.$/) },
  });
  await decider.ok(vouchForVersion, { version_id: skill.version_id, reason });
  const { deliveries } = await author.sync({});
  expect(deliveries).toContainEqual(
    expect.objectContaining({
      kind: "decision",
      ref: { kind: "skill_version", ...idsOf(skill) },
      decision: expect.objectContaining({ kind: "vouch", reason }),
      quarantine: null,
    }),
  );
  expect(await problemOf(appeal(author, "Thanks."))).toBe("invalid_transition");
  await decider.ok(quarantineVersion, { version_id: skill.version_id, reason });
  const again = await appeal(author, "Why?");
  const before = all[0];
  if (!again.ok || !before?.ok) throw new Error("An appeal was refused.");
  expect(again.body.data.appeal_id).not.toBe(before.body.data.appeal_id);
  await decider.ok(withdrawVersion, { ...idsOf(skill), reason });
  expect(await problemOf(appeal(author, "Why?"))).toBe("withdrawn");
  const kinds = (await author.sync({})).deliveries.flatMap((one) => (one.kind === "decision" ? one.decision.kind : []));
  expect(kinds).toEqual(["vouch", "quarantine", "withdrawal"]);
});

test("a candidate with a risk waits for a maintainer before the skill's author may select it", async ({ api }) => {
  const [owner, other] = [await connect(api), await connect(api)];
  const skill = await ownSkill(owner);
  const { title, markdown } = risky();
  const operation = await submitted(other, update(idsOf(skill), "1", { title, markdown }));
  expect(operation).toMatchObject({ state: "in_review", result: { quarantine: { reasons: ["download_and_run"] } } });
  const { ref } = Object(operation.result);
  const choice = { ...idsOf(ref), observed_selection_revision: "1", reason };
  expect(await problemOf(owner.call(selectVersion, choice))).toBe("invalid_transition");
  const decider = await maintainer(api);
  const vouched = await decider.ok(vouchForVersion, { version_id: ref.version_id, reason });
  expect(vouched.data).toMatchObject({ state: "candidate", selected: { version_id: skill.version_id } });
  expect((await owner.ok(selectVersion, choice)).data.ref).toEqual(ref);
});

/** Where lists show a skill. */
async function listed(api: Api, { skill_id, title }: Skill): Promise<string[]> {
  const asked = { q: title, preview: true };
  const [found, directory, newest, feed, sitemap] = await Promise.all([
    api.ok(searchPost, asked),
    api.ok(listSkills, { q: title }),
    api.ok(listSkills, { limit: 100 }),
    api.send("GET", "/feeds/skills.json"),
    api.send("GET", "/sitemaps/skills.xml"),
  ]);
  const texts = { search: found.data.results, directory: directory.data, newest: newest.data };
  const all = { ...texts, feed: feed.text, sitemap: sitemap.text };
  return Object.entries(all).flatMap(([name, list]) => (JSON.stringify(list).includes(skill_id) ? [name] : []));
}

async function problemOf(call: ReturnType<Api["call"]>): Promise<string> {
  const answer = await call;
  return answer.ok ? "ok" : answer.problem.code;
}
