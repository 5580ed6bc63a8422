import { expect, test } from "@playwright/test";
import {
  atOnce,
  type MadeThread,
  makeConnections,
  makeThreads,
  report,
  unlessDone,
  untilDone,
} from "@/e2e/support/made-reports";
import {
  type MadeSkill,
  madeSkill,
  makeScratchLibrary,
  publishMade,
  type ScratchDatabase,
  takeSettings,
} from "@/e2e/support/scratch";
import { hiding, showing } from "@/lib/domain/moderation/messages";
import { byOperator } from "@/lib/domain/moderation/moderate";
import { repairDrift } from "@/lib/search/index/drift";
import { syncIndex } from "@/lib/search/index/index-sync";
import { prepareIndex } from "@/lib/search/index/rebuild-index";
import { searchLibrary } from "@/lib/search/search-library";

const PARALLEL = 60;
const FILLERS = 30;

let scratch: ScratchDatabase;
let made = 0;

/** A skill whose text says "lathe" and "quill" once each, deep in its body, and its twin with both in a sentence. */
function pair(): { subject: string; skill: MadeSkill; twin: MadeSkill } {
  made += 1;
  const subject = `zorb${"abcdefghijklmnopqrstuvwxyz"[made % 26]}${"klmnopqrst"[made % 10]}x`;
  const filler = "Other words stand here as well. ".repeat(40);
  const skill = madeSkill({
    title: `Tune the ${subject}`,
    markdown: `# Tune\n\n${filler}\n\nMind the lathe.\n\n${filler}\n\nMind the quill.\n`,
  });
  const twin = madeSkill({ title: `Paint the ${subject}`, markdown: `# Paint\n\n${filler} A lathe beside a quill.\n` });
  return { subject, skill, twin };
}

const QUESTION = "the lathe stops when the quill is up";

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  const fillers = Array.from({ length: FILLERS }, (_, n) =>
    madeSkill({ title: `Filler number ${n}`, markdown: `# Filler\n\nNothing about it, part ${n}.\n` }),
  );
  await publishMade(scratch, fillers);
  await prepareIndex();
});
test.afterAll(() => scratch.drop());

async function library() {
  const { subject, skill, twin } = pair();
  await publishMade(scratch, [skill, twin]);
  await markAndSync([skill, twin]);
  return { subject, skill, twin };
}

async function markAndSync(skills: readonly MadeSkill[]): Promise<void> {
  for (const { skill_id } of skills) await scratch.sql`select mark_dirty(${skill_id})`;
  await syncIndex();
}

/** A thread of an account of this age, whose search found these versions, the first one first. */
async function threadOf(skills: readonly MadeSkill[], age_days: number, title = QUESTION): Promise<MadeThread> {
  const [connection_id = ""] = await makeConnections(scratch.sql, 1, age_days);
  const offered = skills.map(({ version_id }) => version_id);
  const [thread] = await makeThreads(scratch.sql, [{ connection_id, offered, title }]);
  if (!thread) throw new Error("No thread was made.");
  return thread;
}

/** Another reporter of a network confirms the skill a day after all that came before. */
async function confirmLater(skill: MadeSkill) {
  await scratch.sql`update version_voices set at = at - interval '1 day' where version_id = ${skill.version_id}`;
  made += 1;
  const [thread] = await makeThreads(scratch.sql, [
    { network: `later ${made}`, offered: [skill.version_id], title: "Something else" },
  ]);
  if (!thread) throw new Error("No thread was made.");
  return (await report(thread, [skill], "resolved")).data.reply.reply_id;
}

const firstFor = async (query: string) => (await searchLibrary({ query, applicability: [], limit: 5 })).hits[0];

async function lentTo({ skill_id }: MadeSkill): Promise<{ now: string | null; read: string | null }> {
  const [row] = await scratch.sql<{ now: string | null; read: string | null }[]>`
    select (select l.thread_id from lent_question(${skill_id}) l) as now, d.question_thread_id as read
    from search_documents d
    where d.skill_id = ${skill_id}`;
  if (!row) throw new Error("The skill has no analysis.");
  return row;
}

const nothing = { now: null, read: null };

test("a confirmed question is found by, and taken back with its outcome, its message or its thread", async () => {
  const { subject, skill, twin } = await library();
  const asked = `${subject} quill and lathe`;
  const before = (await firstFor(asked))?.row.version_id;
  expect(before).toBe(twin.version_id);
  const thread = await threadOf([skill, twin], 3);
  const { data } = await report(thread, [skill], "resolved");
  expect(await lentTo(skill), "nobody else has confirmed the skill").toEqual(nothing);
  await confirmLater(skill);
  expect(await lentTo(skill)).toEqual({ now: thread.thread_id, read: null });
  await syncIndex();
  const lent = { now: thread.thread_id, read: thread.thread_id };
  expect(await lentTo(skill)).toEqual(lent);
  await expect(async () => expect((await firstFor(asked))?.row.version_id).toBe(skill.version_id)).toPass();

  const { MEILI_URL } = process.env;
  takeSettings({ MEILI_URL: undefined });
  const fallback = await searchLibrary({ query: asked, applicability: [], limit: 5 });
  expect([fallback.degraded, fallback.hits[0]?.row.version_id]).toEqual([true, skill.version_id]);
  takeSettings({ MEILI_URL });

  const message = { message_id: data.reply.reply_id, reason: "Seen." };
  await byOperator(hiding, message);
  await syncIndex();
  expect(await lentTo(skill)).toEqual(nothing);
  await expect(async () => expect((await firstFor(asked))?.row.version_id).toBe(twin.version_id)).toPass();
  await byOperator(showing, message);
  await syncIndex();
  expect(await lentTo(skill)).toEqual(lent);

  const [opening] = await scratch.sql<{ message_id: string }[]>`
    select message_id from messages where thread_id = ${thread.thread_id} and kind = 'opening'`;
  const first = { message_id: opening?.message_id ?? "", reason: "Seen." };
  await byOperator(hiding, first);
  await syncIndex();
  expect(await lentTo(skill)).toEqual(nothing);
  await byOperator(showing, first);
  await syncIndex();
  expect(await lentTo(skill)).toEqual(lent);

  // The newest outcome of a reporter is its only voice, in whichever thread.
  const [later] = await makeThreads(scratch.sql, [
    { connection_id: thread.connection_id ?? "", offered: [skill.version_id], title: "Another question" },
  ]);
  if (!later) throw new Error("No thread was made.");
  await report(later, [skill], "failed");
  await syncIndex();
  expect(await lentTo(skill)).toEqual(nothing);
});

test("an account of today, a skill that search found second, and its own author lend nothing", async () => {
  const { skill, twin } = await library();
  await report(await threadOf([skill, twin], 0), [skill], "resolved");
  await report(await threadOf([twin, skill], 3), [skill], "resolved");
  await report(await threadOf([skill], 3), [skill], "partial");
  const own = await threadOf([skill], 3);
  await scratch.sql`update skills set author_connection_id = ${own.connection_id} where skill_id = ${skill.skill_id}`;
  await report(own, [skill], "resolved");
  await confirmLater(skill);
  await syncIndex();
  expect(await lentTo(skill)).toEqual(nothing);
  await report(await threadOf([skill], 3), [skill], "resolved");
  await confirmLater(skill);
  await syncIndex();
  expect((await lentTo(skill)).read).not.toBeNull();
  const withdrawn = (at: Date | null) =>
    scratch.sql`update skill_versions set withdrawn_at = ${at}, withdrawn_reason = ${at && "Bad."} where skill_id = ${skill.skill_id}`;
  await withdrawn(new Date());
  expect((await scratch.sql`select l.thread_id from lent_question(${skill.skill_id}) l`).length).toBe(0);
  await withdrawn(null);
});

test("anonymous reporters lend a question when two others on two later days confirm the skill", async () => {
  const { skill } = await library();
  const threads = await makeThreads(
    scratch.sql,
    Array.from({ length: 12 }, (_, n) => ({ network: `${made} ${n}`, offered: [skill.version_id], title: QUESTION })),
  );
  for (const thread of threads) await report(thread, [skill], "resolved");
  // Even if it was midnight in between.
  await scratch.sql`update version_voices set at = now_ms() where version_id = ${skill.version_id}`;
  await syncIndex();
  expect(await lentTo(skill), "twelve networks on one day").toEqual(nothing);
  const on = async (thread: MadeThread | undefined, days: number) => {
    await scratch.sql`
      update version_voices set at = now_ms() - make_interval(days => ${days})
      where message_id = (select message_id from messages where thread_id = ${thread?.thread_id ?? ""} and kind = 'outcome')`;
  };
  for (const thread of threads) await on(thread, 3);
  await on(threads[1], 2);
  expect((await lentTo(skill)).now, "two days").toBeNull();
  await on(threads[2], 1);
  expect((await lentTo(skill)).now, "three days").not.toBeNull();
  expect([threads[1]?.thread_id, threads[2]?.thread_id]).not.toContain((await lentTo(skill)).now);
  expect(await repairDrift()).toMatchObject({ marked: 1 });
  await syncIndex();
  const { now, read } = await lentTo(skill);
  expect(read).toBe(now);
});

test("a skill that waits is marked again, also when it gets back the question that the index has read", async () => {
  const { skill } = await library();
  const revision = async () => {
    const [row] = await scratch.sql<{ revision: string }[]>`
      select i.revision from index_dirty i where i.entity_id = ${skill.skill_id}`;
    return BigInt(row?.revision ?? 0);
  };
  await report(await threadOf([skill], 3), [skill], "resolved");
  const message_id = await confirmLater(skill);
  const before = await revision();
  expect(before).toBeGreaterThan(0n);
  await byOperator(hiding, { message_id, reason: "Seen." });
  expect(await lentTo(skill)).toEqual(nothing);
  // An index run that began in between has read the question, and removes only the mark that it saw.
  expect(await revision()).toBeGreaterThan(before);
  await syncIndex();
  await report(await threadOf([skill], 0), [skill], "failed");
  expect(await revision(), "a report that changes no question costs the index nothing").toBe(0n);
});

test("reports, hiding and indexing in parallel leave each skill with the question that belongs to it", async () => {
  const skills: MadeSkill[] = [];
  for (let n = 0; n < 4; n += 1) skills.push((await library()).skill);
  const threads = await Promise.all(
    Array.from({ length: PARALLEL }, (_, n) => threadOf(skills.slice(n % 4, (n % 4) + 1), 3, `${QUESTION} ${n}`)),
  );
  // Of every skill, reports that stay visible fall on several days.
  await scratch.sql`create table day_of (source text primary key, days integer not null)`;
  await scratch.sql`
    insert into day_of (source, days)
    select made.source, (made.place - 1) / 12
    from unnest(${threads.map(({ connection_id }) => connection_id ?? "")}::text[]) with ordinality as made (source, place)`;
  await scratch.sql`
    create or replace function on_its_day() returns trigger language plpgsql as $$
    begin
      new.at := new.at - (select d.days from day_of d where d.source = new.source) * interval '1 day';
      return new;
    end $$`;
  await scratch.sql`create trigger on_its_day before insert on version_voices for each row execute function on_its_day()`;
  let isDone = false;
  const indexing = (async () => {
    while (!isDone) await untilDone(syncIndex);
  })();
  await atOnce(threads, async (thread, n) => {
    const named = skills.slice(n % 4, (n % 4) + 1);
    const { data } = await untilDone(() => report(thread, named, n % 5 === 4 ? "failed" : "resolved"));
    const message = { message_id: data.reply.reply_id, reason: "Seen." };
    if (n % 2 === 0) await untilDone(() => byOperator(hiding, message).catch(unlessDone));
    if (n % 6 === 0) await untilDone(() => byOperator(showing, message).catch(unlessDone));
  });
  isDone = true;
  await indexing;
  await scratch.sql`drop trigger on_its_day on version_voices`;
  await syncIndex();
  for (const skill of skills) {
    const { now, read } = await lentTo(skill);
    expect(now).not.toBeNull();
    expect(read).toBe(now);
  }
  expect(await repairDrift()).toEqual({ marked: 0, deleted: 0 });
});

for (const { rounds, tag } of [
  { rounds: 2, tag: [] },
  { rounds: 8, tag: "@slow" },
])
  test(`two versions of a skill that get their question only together have it, ${rounds} times`, { tag }, () =>
    confirmTogether(rounds),
  );

async function confirmTogether(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const { skill } = await library();
    const second = { ...skill, version_id: madeSkill({ title: "x", markdown: "x" }).version_id };
    await scratch.sql`
      insert into skill_versions (version_id, skill_id, ordinal, title, description, markdown, content_sha256,
                                  change_summary, rationale, supporting_basis, first_selected_at)
      select ${second.version_id}, v.skill_id, 2, v.title, v.description, v.markdown, v.content_sha256,
             'Made.', 'A test.', 'None.', now_ms()
      from skill_versions v where v.version_id = ${skill.version_id}`;
    await markAndSync([skill]);
    const threads = await makeThreads(
      scratch.sql,
      [0, 1].map((n) => ({
        network: `both ${made} ${n}`,
        offered: [skill.version_id, second.version_id],
        title: QUESTION,
      })),
    );
    const earlier = await makeThreads(scratch.sql, [
      { network: `early ${made}`, offered: [skill.version_id], title: QUESTION },
    ]);
    for (const thread of earlier) await report(thread, [skill], "resolved");
    await scratch.sql`update version_voices set at = at - interval '2 days' where version_id = ${skill.version_id}`;
    // Tomorrow's reporter: times come from the database, so the day of one of the two is moved as it is stored.
    await scratch.sql`
      create or replace function tomorrow() returns trigger language plpgsql as $$
      begin new.at := new.at + interval '1 day'; return new; end $$`;
    await scratch.sql.unsafe(
      `create or replace trigger tomorrow before insert on version_voices for each row when (new.version_id = '${second.version_id}') execute function tomorrow()`,
    );
    await Promise.all(threads.map((thread, n) => report(thread, [n === 0 ? skill : second], "resolved")));
    await scratch.sql`drop trigger tomorrow on version_voices`;
    await syncIndex();
    const rows = await scratch.sql<{ read: string | null }[]>`
      select d.question_thread_id as read from search_documents d where d.skill_id = ${skill.skill_id}`;
    expect(rows.map(({ read }) => read)).toEqual([earlier[0]?.thread_id, earlier[0]?.thread_id]);
  }
}
