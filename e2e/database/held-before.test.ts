import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { insertOperation } from "@/db/queries/operations";
import { addConnection } from "@/e2e/support/changing";
import { makeScratchDatabase } from "@/e2e/support/scratch-database";
import { creation, risky } from "@/e2e/support/submitting";
import { settleHeld } from "@/lib/domain/submissions/settle-submission";
import { newId } from "@/lib/platform/ids";

test("what the rules of a release before held is published once and waits", async () => {
  const scratch = await makeScratchDatabase();
  const sql = postgres(scratch.url, { max: 4, onnotice: () => {} });
  try {
    const connection_id = await addConnection(sql, "An author of before");
    const hold = async (because: string, submission: Record<string, unknown>) => {
      const operation_ref = newId("kop");
      const request = JSON.parse(JSON.stringify({ request_id: newId("req"), submission }));
      const result = { because, findings: [], warnings: [], ref: null, canonical_url: null };
      const state = "in_review";
      await insertOperation(sql, { operation_ref, connection_id, kind: "skill_submission", state, request, result });
      return operation_ref;
    };
    const held = await hold("held_by_rules", risky());
    const reviewed = await hold("maintainers_decide", creation());
    const four = await Promise.all(
      Array.from({ length: 4 }, () => sql.begin((tx) => settleHeld(tx, { publishing: "automatic" }))),
    );
    expect(four.filter(Boolean)).toHaveLength(1);
    const operations = await sql`
      select o.operation_ref, o.state, o.result -> 'quarantine' -> 'reasons' as reasons
      from operations o
      order by o.operation_ref = ${reviewed}`;
    expect([...operations]).toEqual([
      { operation_ref: held, state: "succeeded", reasons: ["download_and_run"] },
      { operation_ref: reviewed, state: "in_review", reasons: null },
    ]);
    const versions = await sql`
      select v.operation_ref, v.quarantine_reasons as reasons, v.quarantined_at is not null as waits,
             exists (select from listed_versions t where t.version_id = v.version_id) as is_listed
      from skill_versions v`;
    expect([...versions]).toEqual([
      { operation_ref: held, reasons: ["download_and_run"], waits: true, is_listed: false },
    ]);
    const told = await sql`select d.kind, d.operation_ref from deliveries d`;
    expect([...told]).toEqual([{ kind: "operation", operation_ref: held }]);
  } finally {
    await sql.end();
    await scratch.drop();
  }
});
