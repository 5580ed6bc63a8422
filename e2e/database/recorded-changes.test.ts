import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import type { Sql } from "@/db/client";
import { insertThread } from "@/db/queries/open-thread";
import { insertOperation } from "@/db/queries/operations";
import {
  about,
  addConnection,
  addSubmission,
  another,
  checked,
  held,
  incoming,
  newest,
  versionsOf,
  watch,
} from "@/e2e/support/changing";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { type Incoming, storeSkill } from "@/lib/domain/import/store-skill";
import { revoking, settingSignup } from "@/lib/domain/moderation/connections";
import { hiding, showing } from "@/lib/domain/moderation/messages";
import type { Moderation } from "@/lib/domain/moderation/moderate";
import { judgeAgain, keeping, reviewing } from "@/lib/domain/moderation/reviews";
import { selecting, submissionModeration } from "@/lib/domain/moderation/select-version";
import { quarantining, vouching } from "@/lib/domain/moderation/waiting";
import { restoring, withdrawing } from "@/lib/domain/moderation/withdraw-version";
import { failSubmission, type Publishing, settleNext } from "@/lib/domain/submissions/settle-submission";
import { newId } from "@/lib/platform/ids";
import type { SkillVerdict } from "@/lib/text/safety/judge-skill";

/** What each kind of change leaves. A change on purpose is written by WRITE_RECORDED_CHANGES=1 and read in the diff. */
const FIXTURE = path.join(import.meta.dirname, "recorded-changes.json");
const reason = "Seen and decided.";

let scratch: ScratchDatabase;
let sql: postgres.Sql;

test.beforeAll(async () => {
  scratch = await makeScratchDatabase();
  sql = postgres(scratch.url, { max: 2, onnotice: () => {} });
});
test.afterAll(async () => {
  await sql.end();
  await scratch.drop();
});

test("every kind of change leaves the entries, decisions and deliveries that it left before", async () => {
  const { step, steps } = makeChangeRecorder(sql);
  const [author, other, watcher] = [
    await addConnection(sql, "An author"),
    await addConnection(sql, "Another author"),
    await addConnection(sql, "A watcher"),
  ];
  const maintainer = { name: "A maintainer", connection_id: await addConnection(sql, "A maintainer") };
  const operator = { name: "Operator", connection_id: null };
  const decide = <I extends { reason: string }, A>(
    name: string,
    moderation: Moderation<I, A>,
    input: I,
    decider: { name: string; connection_id: string | null } = maintainer,
  ) => step(name, (tx) => moderation.effect(tx, decider, input));

  const submit = async (
    name: string,
    connection_id: string,
    submission: Record<string, unknown>,
    publishing: Publishing = "automatic",
  ) => {
    const operation_ref = await addSubmission(sql, connection_id, submission);
    await step(name, (tx) => settleNext(tx, { publishing }));
    return operation_ref;
  };
  const bring = (name: string, ...versions: Incoming[]) => step(name, (tx) => storeSkill(tx, "a/imported", versions));
  await bring("import a skill with an older version and a note", incoming("one"), incoming("two", checked("It runs.")));
  for (const version of await versionsOf(sql, "imported")) await watch(sql, watcher, version);
  await watch(sql, author, await newest(sql, "imported"));
  await bring("import a text of before again", incoming("one"));
  await bring("import a note later", incoming("one", checked("It runs too.")));
  await bring("import a new version", incoming("three"));
  await bring("import an older version later", incoming("zero"), incoming("three"));
  const [, two, three] = await versionsOf(sql, "imported");
  if (!two || !three) throw new Error("The import made too few versions.");
  await decide("select by the operator", selecting, { ...two, observed_selection_revision: "4", reason }, operator);
  await bring("import an older version of what somebody selected", incoming("minus one"), incoming("three"));

  await submit("publish the first version of a submission", author, about("pump"));
  const first = await newest(sql, "tame-the-pump");
  await watch(sql, watcher, first);
  await watch(sql, author, first);
  await submit("publish an update by the author of the skill", author, another(first, "1", "second pump"));
  const second = await newest(sql, "tame-the-pump");
  await submit("offer a candidate", other, another(second, "2", "third pump"));
  const third = await newest(sql, "tame-the-pump");
  await submit("reject a copy", other, about("pump"));
  await decide("select a candidate", selecting, { ...third, observed_selection_revision: "2", reason });
  await decide("withdraw the selected version", withdrawing, { ...third, reason });
  await decide("withdraw a version that is not selected", withdrawing, { ...first, reason }, operator);
  await decide("restore a version", restoring, { ...third, reason });
  await decide("restore a version by the operator", restoring, { ...first, reason }, operator);
  await decide("note a review", reviewing, { ...first, version_checked: "2.1", note: "It runs.", reason });
  await decide(
    "note a review by the operator",
    reviewing,
    { ...second, version_checked: "2.2", note: "It runs.", reason },
    operator,
  );
  await submit("offer a candidate that is withdrawn", other, another(second, "4", "fourth pump"));
  await decide("withdraw a candidate", withdrawing, { ...(await newest(sql, "tame-the-pump")), reason });
  const approved = await submit("offer a candidate that is approved", other, another(second, "4", "fifth pump"));
  await decide("approve a candidate", submissionModeration, { operation_ref: approved, decision: "approve", reason });

  await submit("publish what waits", other, held("valve"));
  const { version_id } = await newest(sql, "tame-the-valve");
  await decide("vouch for a version", vouching, { version_id, reason });
  await decide("make a version wait", quarantining, { version_id, reason }, operator);
  await decide("vouch for it again", vouching, { version_id, reason });
  const unwanted = await submit("leave a new skill to maintainers", other, held("sluice"), "reviewed");
  await decide("reject it", submissionModeration, {
    operation_ref: unwanted,
    decision: "reject",
    reason,
  });
  const reviewed = await submit(
    "leave an update to maintainers",
    author,
    another(second, "5", "sixth pump"),
    "reviewed",
  );
  await decide(
    "approve an update by the operator",
    submissionModeration,
    { operation_ref: reviewed, decision: "approve", reason },
    operator,
  );
  const hopeless = newId("kop");
  await insertOperation(sql, {
    operation_ref: hopeless,
    connection_id: other,
    kind: "skill_submission",
    state: "pending",
    request: {},
  });
  await step("give up on a submission", (tx) => failSubmission(tx, hopeless));
  await decide("withdraw the only selected version", withdrawing, { ...(await newest(sql, "tame-the-valve")), reason });

  await sql`update skill_versions set rules_version = 0 where version_id = ${second.version_id}`;
  const judged: SkillVerdict = {
    verdict: "label",
    findings: [{ rule: "made", class: "label", field: "markdown", line: 1, what: "a thing", excerpt: "", count: 1 }],
    risk_labels: ["made"],
    risks: ["made"],
  };
  await step("judge again", (tx) => judgeAgain(tx, { rules_version: 99, judge: async () => judged }));
  await decide("keep a version", keeping, { ...second, rules_version: 99, reason });

  const [thread_id, message_id] = [newId("thr"), newId("msg")];
  await insertThread(sql, {
    thread_id,
    title: "Who tames it?",
    status: "open",
    opened_by_connection_id: author,
    technologies: [],
    asked_technologies: [],
    opened_network: null,
    offered_version_ids: [second.version_id],
    opening_message_id: message_id,
    opening: "Nobody tames it.",
    library: null,
    append_key: { hash: randomBytes(32), nonce: randomBytes(16), days: 7 },
  });
  await decide("hide a message", hiding, { message_id, reason });
  await decide("show a message", showing, { message_id, reason }, operator);
  await decide("close signup", settingSignup, { open: false, reason });
  await decide("revoke a connection", revoking, { connection_id: other, reason });

  if (process.env.WRITE_RECORDED_CHANGES) writeFileSync(FIXTURE, `${JSON.stringify(steps, null, 2)}\n`);
  expect(steps).toEqual(JSON.parse(readFileSync(FIXTURE, "utf8")));
});

type ChangeRecorder = {
  /**
   * Runs a change in its own transaction and records its effects: log entries, decisions, deliveries, states, marks.
   */
  step<T>(name: string, change: (tx: Sql) => Promise<T>): Promise<T>;
  /** The effects of each step, with ids and times normalised. */
  steps: Record<string, unknown>;
};

/** Records the effects of changes in a database without other writers. */
function makeChangeRecorder(sql: postgres.Sql): ChangeRecorder {
  const names = new Map<string, string>();
  const seen = { log: "0", decisions: 0, deliveries: new Set<string>(), states: new Map<string, string>() };
  const steps: Record<string, unknown> = {};

  /** Replaces ids by kind and number, and times by a word, because they differ between runs. */
  function normalised<T>(value: T): T {
    const text = JSON.stringify(value)
      .replace(/\b(skl|skv|thr|msg|kop|con|rev|dec|req)_[A-Za-z0-9_-]{22}/g, (id, prefix) => {
        const known = [...names.values()].filter((name) => name.startsWith(prefix)).length;
        if (!names.has(id)) names.set(id, `${prefix} ${known + 1}`);
        return names.get(id) ?? "";
      })
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");
    return JSON.parse(text);
  }

  async function step<T>(name: string, change: (tx: Sql) => Promise<T>): Promise<T> {
    const done: { answer?: T } = {};
    await sql`delete from index_dirty`;
    await sql.begin(async (tx) => {
      done.answer = await change(tx);
    });
    const log = await sql<{ sequence: string; entry: string }[]>`
      select l.sequence, l.entry from publish_log l where l.sequence > ${seen.log} order by l.sequence`;
    // In write order: several decisions of one transaction may have the same time, and decisions are never deleted.
    const decisions = await sql<{ row: string }[]>`
      select (to_jsonb(d) - 'created_at')::text as row from decisions d order by d.ctid offset ${seen.decisions}`;
    const deliveries = await sql<{ row: string }[]>`
      select c.name || ' ' || (to_jsonb(d) - 'created_at' - 'connection_id')::text as row
      from deliveries d
      join connections c on c.connection_id = d.connection_id
      order by c.name, d.sequence`;
    const operations = await sql<{ operation_ref: string; state: string }[]>`
      select o.operation_ref, o.state from operations o`;
    const marked = await sql<{ slug: string }[]>`
      select s.slug from index_dirty d join skills s on s.skill_id = d.entity_id order by s.slug`;
    const told = deliveries.filter(({ row }) => !seen.deliveries.has(row));
    const ended = operations.filter(({ operation_ref, state }) => seen.states.get(operation_ref) !== state);
    seen.log = log.at(-1)?.sequence ?? seen.log;
    seen.decisions += decisions.length;
    for (const { row } of told) seen.deliveries.add(row);
    for (const { operation_ref, state } of ended) seen.states.set(operation_ref, state);
    const rows = (list: { row: string }[]) => list.map(({ row }) => row);
    steps[name] = normalised({
      log: log.map(({ entry }) => entry),
      decisions: rows(decisions),
      deliveries: rows(told),
      operations: ended.map(({ operation_ref, state }) => `${operation_ref} ${state}`),
      index: marked.map(({ slug }) => slug),
    });
    return done.answer as T;
  }

  return { step, steps };
}
