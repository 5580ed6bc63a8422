import { createHash } from "node:crypto";
import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, withdrawVersion } from "@/e2e/support/fixtures";
import { getLogCheckpoint, listLog } from "@/lib/contract/public/log";

type Row = Awaited<ReturnType<typeof readLog>>[number];

/** The whole log, read page by page as a client would. */
async function readLog(api: Api, from = "0") {
  const rows: Array<Awaited<ReturnType<typeof page>>["data"][number]> = [];
  const page = (after: string) => api.ok(listLog, { after, limit: 100 });
  for (let after: string | null = from; after !== null; ) {
    const { data, next_cursor } = await page(after);
    rows.push(...data);
    after = next_cursor;
  }
  return rows;
}

const hashOf = (row: Row) =>
  createHash("sha256").update(Buffer.from(row.previous_hash, "hex")).update(row.entry, "utf8").digest("hex");

/** The hashed entry has the same content as the fields beside it. */
const saysWhatItHolds = (row: Row) => {
  const entry = JSON.parse(row.entry);
  const fields = ["sequence", "kind", "subject", "created_at"] as const;
  return fields.every((field) => entry[field] === row[field]);
};

test("the log is one hash chain that anyone can verify from the first row to the checkpoint", async ({ api }) => {
  await publishSkill();
  const { data: checkpoint } = await api.ok(getLogCheckpoint);
  const rows = (await readLog(api)).filter(({ sequence }) => BigInt(sequence) <= BigInt(checkpoint.sequence));
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => String(index + 1)));
  expect(rows.filter((row, index) => row.previous_hash !== (rows[index - 1]?.hash ?? "0".repeat(64)))).toEqual([]);
  expect(rows.filter((row) => row.hash !== hashOf(row))).toEqual([]);
  expect(rows.filter((row) => !saysWhatItHolds(row))).toEqual([]);
  expect(rows.at(-1)?.sequence).toBe(checkpoint.sequence);
  expect(rows.at(-1)?.hash).toBe(checkpoint.hash);
});

test("a version, its selection and its withdrawal are three rows in that order", async ({ api }) => {
  const { data: before } = await api.ok(getLogCheckpoint);
  const skill = await publishSkill();
  await withdrawVersion(skill, "It harms.");
  const rows = (await readLog(api, before.sequence)).filter(
    ({ subject }) => subject === skill.version_id || subject === skill.skill_id,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["version", "selection", "withdrawal"]);
  const published = JSON.parse(rows[0]?.entry ?? "{}");
  expect(published.details.content_sha256).toBe(createHash("sha256").update(skill.markdown, "utf8").digest("hex"));
});

test("a page starts after the given sequence, and next_cursor leads to the next page", async ({ api }) => {
  await publishSkill();
  await publishSkill();
  const first = await api.ok(listLog, { limit: 2 });
  expect(first.data.map(({ sequence }) => sequence)).toEqual(["1", "2"]);
  expect(first.next_cursor).toBe("2");
  const second = await api.ok(listLog, { after: first.next_cursor, limit: 1 });
  expect(second.data.map(({ sequence }) => sequence)).toEqual(["3"]);
});

test("after the newest row the page is empty and has no next_cursor", async ({ api }) => {
  expect(await api.ok(listLog, { after: "9223372036854775807" })).toEqual({ data: [], next_cursor: null });
});

test("ten parallel publications leave one chain", async ({ api }) => {
  const { data: before } = await api.ok(getLogCheckpoint);
  const skills = await Promise.all(Array.from({ length: 10 }, () => publishSkill()));
  const rows = await readLog(api, before.sequence);
  for (const [index, row] of rows.entries()) {
    expect(row.previous_hash).toBe(rows[index - 1]?.hash ?? before.hash);
    expect(row.hash).toBe(hashOf(row));
  }
  const subjects = rows.map(({ subject }) => subject);
  for (const { version_id, skill_id } of skills)
    expect(subjects).toEqual(expect.arrayContaining([version_id, skill_id]));
});
