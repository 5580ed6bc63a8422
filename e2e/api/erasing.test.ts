import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { writeBackup } from "@/db/backup/write-backup";
import { type Api, expect, test } from "@/e2e/support/api";
import {
  addInsight,
  becomesFindable,
  database,
  hideMessage,
  indexed,
  openThread,
  publishSkill,
  type Skill,
  word,
} from "@/e2e/support/fixtures";
import { addOperation, type Caller, connect, versionRef } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { answered, decisionsOn, idsOf, logOf, reason } from "@/e2e/support/moderating";
import { endpointLooks, pageLooks, type Sought } from "@/e2e/support/read-paths";
import {
  creation,
  maintainer,
  ownSkill,
  risky,
  submit,
  submitted,
  update,
  waitingSkill,
} from "@/e2e/support/submitting";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { startTask } from "@/lib/contract/knowledge/threads";
import { eraseMessage } from "@/lib/contract/maintenance/messages";
import { eraseVersion, restoreVersion, withdrawVersion } from "@/lib/contract/maintenance/versions";
import { deleteConnection, getConnection } from "@/lib/contract/public/connections";
import { createReport } from "@/lib/contract/public/reports";
import { searchPost } from "@/lib/contract/public/search";
import { createAppeal, getSkill, getSkillVersion, withdrawOwnVersion } from "@/lib/contract/public/skills";
import { createReply, getPost, listReplies, retractPost, retractReply } from "@/lib/contract/public/threads";
import { verifyWholeLog } from "@/lib/domain/publish-log/publish-log";

const [, era] = eras;
const key = () => ({ "idempotency-key": `erasing-${word()}` });

/** Makes words and remembers them. */
function marker() {
  const made: string[] = [];
  const mark = () => {
    const next = word();
    made.push(next);
    return next;
  };
  return { made, mark };
}

/** A skill by submission whose texts, apart from its title, are all marked. */
function markedSkill(mark: () => string, more: Record<string, unknown> = {}) {
  const markdown = `---\nmetadata:\n  author: ${mark()}\n  questions:\n    - How do I stop the ${mark()}?\n---\n# Stop it\n\nTurn the ${mark()}.\n`;
  return creation({
    description: `How to stop the ${mark()}. Use it when it does not stop.`,
    markdown,
    change_summary: `First of ${mark()}.`,
    rationale: `It did ${mark()}.`,
    supporting_basis: `Tried on ${mark()}.`,
    public_references: [`https://example.com/${mark()}`],
    ...more,
  });
}

test("what is taken back is gone from every table, index, cache, page, log and backup", {
  tag: "@slow",
}, async ({ api }) => {
  const { made, mark } = marker();
  const [author, reader, decider] = [await connect(api), await connect(api), await maintainer(api)];
  const skill = await ownSkill(author, markedSkill(mark));
  await indexed(skill.skill_id);
  await becomesFindable(api, skill);
  await reader.sync({ selected_versions: [versionRef(skill)] });

  // Every door, with stored answers.
  const asked = (await api.ok(searchPost, { q: `${mark()} ${mark()} ${mark()}`, technology: mark() }, key())).data;
  const { thread_id: asked_id = "", append_key = "" } = asked.thread ?? {};
  const report = { outcome: "failed", text: `It ${mark()}.`, used_versions: [versionRef(skill)] };
  const { reply } = (await api.ok(createReply, { post_id: asked_id, append_key, ...report }, key())).data;
  const task = { title: `About ${mark()} ${mark()}`, opening: `It ${mark()}.`, query: skill.title };
  const { thread } = (await author.ok(startTask, task, key())).data;
  const used_versions = [{ ref: versionRef(skill), condition: `With ${mark()}.` }];
  const insight = { relevance: `Because of ${mark()}.`, used_versions };
  const { message } = await author.addInsight(asked_id, `Do ${mark()}.`, insight, key());
  const note = `It says ${mark()}.`;
  const subject = { kind: "reply", post_id: asked_id, reply_id: reply.reply_id };
  await api.ok(createReport, { subject, reason: "wrong", note });
  const agent = await Agent.connect(api, era, author.headers);
  const said = z.looseObject({ thread_id: z.string(), append_key: z.string() });
  const mcp = await agent.ok("ask_publicly", { query: `${mark()} ${mark()}` }, said);
  const told = await agent.ok(
    "report_outcome",
    { thread_id: mcp.thread_id, append_key: mcp.append_key, outcome: "resolved", text: `Done ${mark()}.` },
    z.looseObject({ reply_id: z.string() }),
  );

  // Others read it, and their answers are stored too.
  await api.ok(searchPost, { q: asked.query, include: "content" }, key());
  const again = await api.ok(searchPost, { q: skill.title, include: "content" }, key());
  expect(JSON.stringify(again)).toContain(made[2]);
  await reader.ok(startTask, { ...task, title: "Another", opening: "Another.", query: task.title }, key());
  await reader.ok(knowledgeSearch, { query: asked.query });
  const sought: Sought = {
    // Pages repeat what they are asked: a word of the title, which stays.
    ask: skill.title.split(" ").at(-1) ?? "",
    threads: [asked_id, thread.thread_id],
    skills: [skill],
    older: skill,
    holder: reader,
    maintainer: decider,
  };
  const looks = [...endpointLooks(api, sought), ...pageLooks(api, sought)];
  const shown = await Promise.all(looks.map(({ look }) => look()));
  expect(shown.filter(({ text }) => made.some((one) => text.includes(one))).length).toBeGreaterThan(20);
  expect((await whereWordsStand(made)).length).toBeGreaterThan(made.length);
  await reader.drain();
  const etag = String((await api.get(`/api/v1/posts/${asked_id}/replies`)).headers.etag);

  // The second asker's search repeated the words of the first: it is taken back as well.
  const repeated = await database()<{ thread_id: string }[]>`
    select t.thread_id
    from threads t
    where t.title = ${asked.query}`;
  for (const { thread_id } of repeated.filter((one) => one.thread_id !== asked_id)) {
    const [opening] = await database()<{ message_id: string }[]>`
      select m.message_id
      from messages m
      where m.thread_id = ${thread_id} and m.kind = 'opening'`;
    await decider.ok(eraseMessage, { message_id: opening?.message_id, reason });
  }
  await api.ok(retractReply, { post_id: asked_id, reply_id: reply.reply_id, append_key });
  await author.ok(retractReply, { post_id: asked_id, reply_id: message.message_id });
  await api.ok(retractPost, { post_id: asked_id, append_key });
  await author.ok(retractPost, { post_id: thread.thread_id });
  await api.ok(retractReply, { post_id: mcp.thread_id, reply_id: told.reply_id, append_key: mcp.append_key });
  await api.ok(retractPost, { post_id: mcp.thread_id, append_key: mcp.append_key });
  await author.ok(withdrawOwnVersion, { ...idsOf(skill), reason }, key());
  await indexed(skill.skill_id);

  await expect.poll(() => whereWordsStand(made), { message: "where the words still stand" }).toEqual([]);
  const left = await Promise.all(looks.map(async ({ where, look }) => ({ where, ...(await look()) })));
  const showing = left.filter(({ text }) => made.some((one) => text.includes(one)));
  expect(showing.map(({ where }) => where)).toEqual([]);
  expect(left.filter(({ status }) => status >= 500)).toEqual([]);
  const transcript = await agent.ok("read_thread", { thread_id: asked_id }, z.looseObject({}));
  expect(JSON.stringify(transcript)).toContain("Taken back by its author.");
  expect(made.filter((one) => JSON.stringify(transcript).includes(one))).toEqual([]);
  await agent.close();

  // Tombstones stay, the chain verifies, and whoever follows is told.
  expect((await verifyWholeLog(database())).ok).toBe(true);
  const polled = await api.get(`/api/v1/posts/${asked_id}/replies`, { "if-none-match": etag });
  expect([polled.status, JSON.parse(polled.text).data.length]).toEqual([200, 2]);
  expect((await reader.drain()).map(({ kind }) => kind)).toContain("withdrawal");
});

test.describe("an author's version", () => {
  test("is withdrawn with its text: 410, the title in the history, holders told, nothing restored", async ({ api }) => {
    const [author, holder, decider] = [await connect(api), await connect(api), await maintainer(api)];
    const skill = await ownSkill(author);
    await holder.sync({ selected_versions: [versionRef(skill)] });
    const { data } = await author.ok(withdrawOwnVersion, { ...idsOf(skill), reason });
    expect(data).toMatchObject({
      ...idsOf(skill),
      title: skill.title,
      state: "withdrawn",
      reason,
      selected: null,
      selection_revision: "2",
    });
    const gone = await api.refused(getSkillVersion, "withdrawn", idsOf(skill));
    expect(gone).toMatchObject({ reason });
    for (const path of ["", ".md", "/SKILL.md"])
      expect((await api.get(`/skills/${skill.skill_id}/versions/${skill.version_id}${path}`)).status).toBe(410);
    expect(await holder.drain()).toMatchObject([{ kind: "withdrawal", state: "withdrawn" }]);
    expect((await author.ok(withdrawOwnVersion, { ...idsOf(skill), reason: "Again." })).data).toEqual(data);
    await decider.refused(restoreVersion, "invalid_transition", { ...idsOf(skill), reason });
    expect((await logOf(skill.version_id)).map(({ kind }) => kind)).toEqual(["version", "withdrawal", "erasure"]);
    const refused = await submitted(author, creation({ title: skill.title, markdown: skill.markdown }));
    expect(refused).toMatchObject({ state: "rejected", problem: { code: "duplicate_content" } });
  });

  test("is withdrawn by nobody else, and one that a maintainer withdrew is only erased", async ({ api }) => {
    const [author, stranger, decider] = [await connect(api), await connect(api), await maintainer(api)];
    const skill = await ownSkill(author);
    await stranger.refused(withdrawOwnVersion, "not_author", { ...idsOf(skill), reason });
    await decider.refused(withdrawOwnVersion, "not_author", { ...idsOf(skill), reason });
    await api.refused(withdrawOwnVersion, "authentication_required", { ...idsOf(skill), reason });
    await author.refused(withdrawOwnVersion, "validation_failed", idsOf(skill));
    await decider.ok(withdrawVersion, { ...idsOf(skill), reason: "Harmful." });
    const { data } = await author.ok(withdrawOwnVersion, { ...idsOf(skill), reason });
    expect(data).toMatchObject({ reason: "Harmful.", state: "withdrawn" });
    expect(await textOf(skill)).toBe("Erased.");
  });

  test("the version before takes its place, and calls at once withdraw it once", async ({ api }) => {
    const author = await connect(api);
    const first = await ownSkill(author);
    const { result } = await submitted(author, update(first, "1"));
    const second = { skill_id: first.skill_id, version_id: Object(Object(result).ref).version_id };
    const all = await Promise.all(
      Array.from({ length: 6 }, () => author.ok(withdrawOwnVersion, { ...second, reason })),
    );
    for (const { data } of all) expect(data).toMatchObject({ selected: versionRef(first), selection_revision: "3" });
    expect((await logOf(second.version_id)).map(({ kind }) => kind)).toEqual(["version", "withdrawal", "erasure"]);
    expect((await api.ok(getSkill, { skill_id: first.skill_id })).data.selected.version_id).toBe(first.version_id);
  });

  test("a repeated request with its key gets its answer", async ({ api }) => {
    const author = await connect(api);
    const skill = await ownSkill(author);
    const [headers, input] = [key(), { ...idsOf(skill), reason }];
    const first = await author.ok(withdrawOwnVersion, input, headers);
    const again = await author.call(withdrawOwnVersion, input, headers);
    expect(again).toMatchObject({ ok: true, body: first, headers: { "idempotency-replayed": "true" } });
  });
});

test.describe("maintainers", () => {
  test("erase any message for a reason that anyone can read", async ({ api }) => {
    const [author, decider] = [await connect(api), await maintainer(api)];
    const { thread } = await author.startTask({ title: `About ${word()}` });
    const { message } = await author.addInsight(thread.thread_id, `Do ${word()}.`);
    const { message_id } = message;
    await author.refused(eraseMessage, "maintainer_required", { message_id, reason });
    for (let time = 0; time < 2; time += 1)
      expect((await decider.ok(eraseMessage, { message_id, reason })).data).toMatchObject({ message_id, erased: true });
    expect((await api.ok(listReplies, { post_id: thread.thread_id })).data).toMatchObject([
      { text: null, retracted_by: "maintainer" },
    ]);
    const decisions = await decisionsOn(decider, { kind: "conversation", thread_id: thread.thread_id });
    expect(decisions).toMatchObject([{ kind: "erasure", reason, message_id }]);
    await decider.ok(eraseMessage, { message_id: thread.opening_message_id, reason });
    expect((await api.ok(getPost, { post_id: thread.thread_id })).data).toMatchObject({
      title: null,
      retracted_by: "maintainer",
    });
  });

  test("erase a version with its title, also where the library named it", async ({ api }) => {
    const [decider, name] = [await maintainer(api), word()];
    const skill = await publishSkill({ title: `Tame the ${name}` });
    await indexed(skill.skill_id);
    await becomesFindable(api, skill);
    const { thread_id: post_id } = await openThread(api, skill.title);
    expect((await api.ok(listReplies, { post_id })).data[0]?.text).toContain(name);
    const { data } = await decider.ok(eraseVersion, { ...idsOf(skill), reason });
    expect(data).toMatchObject({ state: "withdrawn", selected: null });
    expect((await api.ok(listReplies, { post_id })).data[0]?.text).not.toContain(name);
    expect(await textOf(skill)).toBe("Erased.");
    await indexed(skill.skill_id);
    const places = new Set((await whereWordsStand([name])).map((one) => one.replace(/:.*/, "")));
    // The address of a skill is made of its first title and stays, so that nobody else gets it.
    places.delete("skills.slug");
    places.delete("publish_log.entry");
    places.delete("backup");
    expect([...places].filter((place) => !place.startsWith("threads.") && !place.startsWith("messages."))).toEqual([]);
  });
});

async function textOf({ version_id }: Skill): Promise<string | undefined> {
  const [row] = await database()<{ markdown: string }[]>`
    select v.markdown
    from skill_versions v
    where v.version_id = ${version_id}`;
  return row?.markdown;
}

/** A connection that wrote through every door, and the words that only it wrote. */
async function writer(api: Api) {
  const made: string[] = [];
  const mark = () => {
    const next = word();
    made.push(next);
    return next;
  };
  const author = await connect(api);
  const elsewhere = await openThread(api);
  const { thread } = await author.startTask({ title: `About ${mark()}`, opening: `It ${mark()}.` });
  const post_id = thread.thread_id;
  const outcome = { outcome: "resolved", text: `Done ${mark()}.` };
  const { reply } = (await author.ok(createReply, { post_id, ...outcome }, { "idempotency-key": word() })).data;
  const { message } = await author.addInsight(elsewhere.thread_id, `Do ${mark()}.`, { relevance: `As ${mark()}.` });
  const hidden = await author.addInsight(elsewhere.thread_id, `Hidden ${mark()}.`);
  await hideMessage(hidden.message.message_id);
  const description = `How to stop the ${mark()}. Use it when it does not stop.`;
  const skill = await ownSkill(author, { description, rationale: `It did ${mark()}.` });
  const waiting = await waitingSkill(author, { description: `How to go on with the ${mark()}. Use it at night.` });
  await author.ok(createAppeal, { ...idsOf(waiting), text: `It is ${mark()}.` });
  const subject = { kind: "skill_version", ...idsOf(await publishSkill()) };
  await author.ok(createReport, { subject, reason: "wrong", note: `It says ${mark()}.` });
  return { made, author, elsewhere, post_id, reply, message, skill, waiting };
}

const all = { replies: 3, posts: 1, versions: 2 };

test("everything that a connection wrote is erased, what others wrote stays, and its token is refused", async ({
  api,
}) => {
  const { author, elsewhere, post_id, reply, message, skill, waiting } = await writer(api);
  const other = await connect(api);
  await other.addInsight(post_id, "Mine stays.");
  const { data } = await author.ok(deleteConnection);
  expect(data).toEqual({ connection_id: author.connection_id, ...all });

  const { data: post } = await api.ok(getPost, { post_id });
  expect(post).toMatchObject({ title: null, retracted_by: "author" });
  const texts = async (of: string) => (await api.ok(listReplies, { post_id: of })).data;
  expect((await texts(post_id)).find(({ reply_id }) => reply_id === reply.reply_id)?.text).toBeNull();
  expect((await texts(post_id)).map(({ text }) => text)).toContain("Mine stays.");
  expect(await texts(elsewhere.thread_id)).toMatchObject([
    { reply_id: message.message_id, text: null, retracted_by: "author", author: { name: author.name } },
  ]);
  for (const one of [skill, waiting]) await api.refused(getSkillVersion, "withdrawn", idsOf(one));
  expect((await logOf(skill.version_id)).map(({ kind }) => kind)).toEqual(["version", "withdrawal", "erasure"]);

  await author.refused(getConnection, "connection_revoked");
  await author.refused(deleteConnection, "connection_revoked");
  await author.refused(submitSkill, "connection_revoked", creation());
  await api.refused(deleteConnection, "authentication_required");
  expect((await verifyWholeLog(database())).ok).toBe(true);
});

test("of the words of a deleted connection none is left in any table, index, cache, log or backup", {
  tag: "@slow",
}, async ({ api }) => {
  const { made, author } = await writer(api);
  expect((await whereWordsStand(made)).length).toBeGreaterThan(made.length);
  await author.ok(deleteConnection);
  await expect.poll(() => whereWordsStand(made), { message: "where the words still stand" }).toEqual([]);
});

test("a connection without texts, and a paused one with a pending operation, are deleted", async ({ api }) => {
  const author = await connect(api);
  const operation_ref = await addOperation(author);
  await author.setMode("paused");
  const { data } = await author.ok(deleteConnection);
  expect(data).toMatchObject({ replies: 0, posts: 0, versions: 0 });
  const [operation] = await database()<{ state: string; request: unknown }[]>`
    select o.state, o.request
    from operations o
    where o.operation_ref = ${operation_ref}`;
  expect(operation).toEqual({ state: "cancelled", request: null });
});

test("of several deletions at once one answers, with all the counts, and each text is erased once", async ({ api }) => {
  const { author, skill, message } = await writer(api);
  const answers = await Promise.all(Array.from({ length: 4 }, () => answered(() => author.call(deleteConnection))));
  expect(answers.flatMap((one) => (one.ok ? [one.body.data] : []))).toEqual([
    { connection_id: author.connection_id, ...all },
  ]);
  const refused = answers.flatMap((one) => (one.ok ? [] : [one.problem.code]));
  expect(refused).toEqual(["connection_revoked", "connection_revoked", "connection_revoked"]);
  expect((await logOf(skill.version_id)).map(({ kind }) => kind)).toEqual(["version", "withdrawal", "erasure"]);
  expect((await logOf(message.message_id)).map(({ kind }) => kind)).toEqual(["erasure"]);
});

test("what is written beside a deletion is refused or erased, never left", async ({ api }) => {
  const author = await connect(api);
  const { thread_id } = await openThread(api);
  const writing = (caller: Caller) => [
    ...Array.from({ length: 4 }, () => answered(() => caller.call(submitSkill, creation()))),
    ...Array.from({ length: 4 }, () => caller.addInsight(thread_id, `Do ${word()}.`).catch(() => null)),
  ];
  await submit(author, risky());
  await Promise.all([...writing(author), answered(() => author.call(deleteConnection)), ...writing(author)]);
  await author.refused(deleteConnection, "connection_revoked");
  const left = await database()`
    select m.message_id as id
    from messages m
    where m.author_connection_id = ${author.connection_id} and m.retracted_at is null
    union all
    select v.version_id
    from skill_versions v
    where v.author_connection_id = ${author.connection_id} and v.erased_at is null
    union all
    select o.operation_ref
    from operations o
    where o.connection_id = ${author.connection_id} and (o.request is not null or o.state = 'pending')`;
  expect([...left]).toEqual([]);
});

test("an interrupted deletion goes on with the next call, and a selection falls back to the version of others", async ({
  api,
}) => {
  const [author, other] = [await connect(api), await connect(api)];
  const [shared, { thread_id }] = [await publishSkill(), await openThread(api)];
  await publishSkill({ of: shared, author: author.connection_id });
  await addInsight(thread_id, { connection_id: author.connection_id, body: "Left over." });
  await addInsight(thread_id, { connection_id: other.connection_id, body: "Not mine." });
  // As a stopped process leaves it: closed to writes, with texts and a working token.
  await author.setMode("paused");
  expect((await author.ok(deleteConnection)).data).toMatchObject({ replies: 1, versions: 1 });
  const { data } = await api.ok(getSkill, { skill_id: shared.skill_id });
  expect(data.version_id).toBe(shared.version_id);
  expect((await api.ok(listReplies, { post_id: thread_id })).data.map(({ text }) => text)).toEqual([null, "Not mine."]);
});

/** Stems lose at most this of the end of a word. */
const STEM_ENDS = 2;

type Column = { table: string; column: string; type: string };

/** Where words still stand: tables of the database, a new backup, the search engine, log files. */
async function whereWordsStand(words: readonly string[]): Promise<string[]> {
  const stems = words.map((one) => one.slice(0, -STEM_ENDS));
  const found = [...(await tablesWith(stems)), ...(await backupWith(stems)), ...(await indexWith(stems))];
  return [...found, ...logsWith(stems)];
}

/** Every column of every table that can hold a text, whatever its type. */
async function tablesWith(stems: string[]): Promise<string[]> {
  const sql = database();
  const columns = await sql<Column[]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'm') and c.relnamespace = current_schema()::regnamespace`;
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === "bytea" ? sql`encode(x.${sql(column)}, 'escape')` : sql`x.${sql(column)}::text`;
    const rows = await sql<{ word: string }[]>`
      select word
      from unnest(${stems}::text[]) as word
      where exists (select from ${sql(table)} x where position(word in ${text}) > 0)`;
    found.push(...rows.map(({ word }) => `${table}.${column}: ${word}`));
  }
  return found;
}

async function backupWith(stems: string[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? "/tmp", "erased-"));
  try {
    const file = path.join(folder, "backup");
    await writeBackup(file, { url: process.env.DATABASE_URL ?? "" });
    const text = gunzipSync(readFileSync(file)).toString("latin1");
    return stems.filter((stem) => text.includes(stem)).map((stem) => `backup: ${stem}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function indexWith(stems: string[]): Promise<string[]> {
  if (!process.env.MEILI_URL) return [];
  const { results } = await askEngine("/indexes?limit=1000");
  const found: string[] = [];
  for (const { uid } of results) {
    for (let offset = 0, full = true; full; offset += DOCUMENTS) {
      const page = await askEngine(`/indexes/${uid}/documents?limit=${DOCUMENTS}&offset=${offset}`);
      const text = JSON.stringify(page);
      found.push(...stems.filter((stem) => text.includes(stem)).map((stem) => `index ${uid}: ${stem}`));
      full = page.results.length === DOCUMENTS;
    }
  }
  return found;
}

const DOCUMENTS = 500;

async function askEngine(place: string): Promise<{ results: Array<{ uid: string }> }> {
  const headers = { authorization: `Bearer ${process.env.MEILI_KEY ?? ""}` };
  const answer = await fetch(`${process.env.MEILI_URL}${place}`, { headers });
  if (!answer.ok) throw new Error(`The engine answered ${answer.status} to ${place}.`);
  return answer.json();
}

function logsWith(stems: string[]): string[] {
  const folder = process.env.CAIRN_TEST_DIR;
  if (!folder) return [];
  const logs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".log"));
  if (logs.length === 0) throw new Error(`There is no log file below ${folder}.`);
  return logs.flatMap((log) => {
    const text = readFileSync(path.join(folder, log), "latin1");
    return stems.filter((stem) => text.includes(stem)).map((stem) => `${log}: ${stem}`);
  });
}
