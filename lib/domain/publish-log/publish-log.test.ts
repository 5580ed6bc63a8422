import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { CHAIN_START, type ChainRow, verifyLog } from "@/lib/domain/publish-log/publish-log";

function chain(length: number): ChainRow[] {
  const rows: ChainRow[] = [];
  let before: Uint8Array = Buffer.alloc(32);
  for (let i = 1; i <= length; i += 1) {
    const time = `2026-11-21T00:00:0${i}.000`;
    const subject = `skv_${String(i).padStart(22, "0")}`;
    const entry = JSON.stringify({
      sequence: String(i),
      kind: "version",
      subject,
      created_at: `${time}Z`,
    });
    const hash = createHash("sha256").update(before).update(entry).digest();
    rows.push({
      sequence: String(i),
      kind: "version",
      subject,
      entry,
      previous_hash: before,
      hash,
      created_at: `${time}000Z`,
    });
    before = hash;
  }
  return rows;
}

function changed(position: number, change: Partial<ChainRow>): ChainRow[] {
  return chain(5).map((row, i) => (i === position ? { ...row, ...change } : row));
}

test("an unbroken chain ends at its last row, also when it is verified in batches", () => {
  const rows = chain(5);
  expect(verifyLog([])).toEqual({ ok: true, end: CHAIN_START });
  const whole = verifyLog(rows);
  expect(whole).toEqual({ ok: true, end: { sequence: "5", hash: rows[4]?.hash } });
  const first = verifyLog(rows.slice(0, 2));
  if (!first.ok) throw new Error(first.reason);
  expect(verifyLog(rows.slice(2), first.end)).toEqual(whole);
});

test("the first broken row is named", () => {
  const rows = chain(5);
  const cases: Array<[rows: ChainRow[], sequence: string, reason: RegExp]> = [
    [changed(2, { entry: "{}" }), "3", /hash does not fit/],
    [changed(2, { hash: Buffer.alloc(32) }), "3", /hash does not fit/],
    [changed(2, { previous_hash: Buffer.alloc(32) }), "3", /previous_hash/],
    [changed(2, { subject: "skv_0" }), "3", /columns/],
    [changed(2, { kind: "hide" }), "3", /columns/],
    [changed(2, { created_at: "2026-11-21T00:00:04.000000Z" }), "3", /columns/],
    [changed(2, { created_at: "2026-11-21T00:00:03.000001Z" }), "3", /columns/],
    [rows.filter((_, i) => i !== 2), "3", /missing/],
    [rows.slice(1), "1", /missing/],
    [[...rows.slice(0, 3), ...rows.slice(2)], "4", /missing/],
  ];
  for (const [broken, sequence, reason] of cases) {
    expect(verifyLog(broken)).toEqual({ ok: false, sequence, reason: expect.stringMatching(reason) });
  }
});

test("a row forged together with its own hash breaks the next one", () => {
  const entry = JSON.stringify({
    sequence: "3",
    kind: "version",
    subject: "skv_x",
    created_at: "1970-01-01T00:00:00.000Z",
  });
  const previous_hash = chain(5)[2]?.previous_hash ?? Buffer.alloc(0);
  const hash = createHash("sha256").update(previous_hash).update(entry).digest();
  const rows = changed(2, { entry, hash, subject: "skv_x", created_at: "1970-01-01T00:00:00.000000Z" });
  expect(verifyLog(rows)).toMatchObject({ ok: false, sequence: "4" });
});

test("one flipped bit in any column of any row is found, and its row is named", () => {
  const rows = chain(3);
  const columns = ["sequence", "kind", "subject", "entry", "previous_hash", "hash", "created_at"] as const;
  const unseen: string[] = [];
  let flips = 0;
  for (const [position, row] of rows.entries())
    for (const column of columns) {
      const value = row[column];
      const bytes = Buffer.from(value);
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const text = flipped.toString("utf8");
        // A database stores neither text that is not UTF-8 nor sequences that are not numbers.
        if (column === "sequence" && !/^[1-9]\d*$/.test(text)) continue;
        const broken = rows.map((other, i) =>
          i === position ? { ...other, [column]: typeof value === "string" ? text : flipped } : other,
        );
        if (verifyLog(broken).ok) unseen.push(`bit ${bit} of ${column} in row ${position + 1}`);
        flips += 1;
      }
    }
  expect(unseen).toEqual([]);
  expect(flips).toBeGreaterThan(5_000);
});
