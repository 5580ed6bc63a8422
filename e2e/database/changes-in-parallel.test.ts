import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { about, addConnection, addSubmission, another, newest, versionsOf, watch } from "@/e2e/support/changing";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { reviewing } from "@/lib/domain/moderation/reviews";
import { settleNext } from "@/lib/domain/submissions/settle-submission";

const UPDATES = 20;
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

async function publish(connection_id: string, subject: string): Promise<void> {
  await addSubmission(sql, connection_id, about(subject));
  await sql.begin((tx) => settleNext(tx, { publishing: "automatic" }));
}

test("who is told of a skill and who of an operation never make two changes wait for each other", async () => {
  const many = postgres(scratch.url, { max: 6, onnotice: () => {} });
  const holders = await Promise.all(Array.from({ length: 4 }, (_, n) => addConnection(sql, `Holder ${n}`)));
  // The author has the first feed of all, and holds the winch only: of an update of the lever it is told last.
  const [author = ""] = holders.sort();
  for (const subject of ["lever", "winch"]) await publish(author, subject);
  const [lever, winch] = [await newest(sql, "tame-the-lever"), await newest(sql, "tame-the-winch")];
  for (const holder of holders) await watch(sql, holder, winch);
  for (const holder of holders.slice(1)) await watch(sql, holder, lever);
  const updates = async () => {
    for (let turn = 1; turn <= UPDATES; turn += 1) {
      const submission = another(await newest(sql, "tame-the-lever"), String(turn), `lever of turn ${turn}`);
      await addSubmission(sql, author, submission);
      await many.begin((tx) => settleNext(tx, { publishing: "automatic" }));
    }
  };
  const notes = async (worker: number) => {
    for (let turn = 0; turn < UPDATES; turn += 1) {
      const note = { ...winch, version_checked: "1", note: `Note ${worker} of turn ${turn}.`, reason };
      await many.begin((tx) => reviewing.effect(tx, { name: "A maintainer", connection_id: null }, note));
    }
  };
  await Promise.all([updates(), notes(1), notes(2), notes(3)]);
  await many.end();
  expect(await versionsOf(sql, "tame-the-lever")).toHaveLength(UPDATES + 1);
  const gaps = await sql`
    select f.connection_id
    from feeds f
    where f.last_sequence <> (select count(*) from deliveries d where d.connection_id = f.connection_id)`;
  expect(gaps).toEqual([]);
});
