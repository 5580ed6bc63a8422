import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { z } from "zod";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { seal } from "@/lib/platform/secret";

process.env.CAIRN_SECRET ??= "a secret of the tests, thirty-two characters or more";

const binding = { endpoint: "list_replies", subject: "thr_a", filter: { since: "2026-11-21T09:30:00.000Z" } };
const Position = z.strictObject({ after: z.string() });
const refusal = (open: () => unknown) => {
  try {
    open();
    return "accepted";
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
};

test("a cursor opens where it was made", () => {
  expect(openCursor(binding, sealCursor(binding, { after: "20" }), Position)).toEqual({ after: "20" });
});

test("a cursor with any changed bit is refused", () => {
  const cursor = sealCursor(binding, { after: "9223372036854775807" });
  const bytes = Buffer.from(cursor, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const forged = Buffer.from(bytes);
    forged.writeUInt8(forged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(refusal(() => openCursor(binding, forged.toString("base64url"), Position))).toBe("invalid_cursor");
  }
});

test("a cursor of another endpoint, subject or filter is refused", () => {
  const cursor = sealCursor(binding, { after: "20" });
  for (const other of [
    { ...binding, endpoint: "list_posts" },
    { ...binding, subject: "thr_b" },
    { ...binding, filter: {} },
    { ...binding, filter: { since: "2026-11-21T09:30:00.001Z" } },
    { ...binding, filter: { ...binding.filter, status: "open" } },
  ]) {
    expect(refusal(() => openCursor(other, cursor, Position))).toBe("invalid_cursor");
  }
});

test("random text and other spellings of a valid cursor are refused", () => {
  fc.assert(
    fc.property(fc.string(), (text) =>
      expect(refusal(() => openCursor(binding, text, Position))).toBe("invalid_cursor"),
    ),
  );
  const cursor = sealCursor(binding, { after: "20" });
  for (const spelling of [`${cursor}=`, `${cursor} `, ` ${cursor}`, `${cursor}.`, `${cursor}AA`]) {
    expect(refusal(() => openCursor(binding, spelling, Position))).toBe("invalid_cursor");
  }
});

test("a cursor is sixteen bytes that authenticate it and its position after them", () => {
  const bytes = Buffer.from(sealCursor(binding, { after: "20" }), "base64url");
  expect(bytes.subarray(16).toString()).toBe('{"after":"20"}');
  const short = Buffer.concat([bytes.subarray(0, 15), bytes.subarray(16)]);
  const empty = bytes.subarray(0, 16);
  for (const forged of [short, empty, bytes.subarray(16), bytes.subarray(0, 15)])
    expect(refusal(() => openCursor(binding, forged.toString("base64url"), Position))).toBe("invalid_cursor");
});

test("a cursor that authenticates an empty position is refused, not broken", () => {
  const mac = seal("cursor", "list_posts", "", "[]", Buffer.alloc(0)).subarray(0, 16);
  expect(refusal(() => openCursor({ endpoint: "list_posts" }, mac.toString("base64url"), Position))).toBe(
    "invalid_cursor",
  );
});

test("a cursor is sealed for its own purpose, with filters by name and without those that are not set", () => {
  const filter = { until: null, since: "2026", status: undefined, answered: false, limit: 0 };
  const cursor = sealCursor({ endpoint: "list_posts", filter }, 7);
  const sealed = '[["answered",false],["limit",0],["since","2026"]]';
  const mac = seal("cursor", "list_posts", "", sealed, Buffer.from("7")).subarray(0, 16);
  expect(cursor).toBe(Buffer.concat([mac, Buffer.from("7")]).toString("base64url"));
});

test("the same filters in another order open a cursor, and so do filters that are not set", () => {
  const filter = { since: "2026", status: "open", technology: "zod", answered: true };
  const cursor = sealCursor({ endpoint: "list_posts", filter }, { after: "3" });
  const reversed = Object.fromEntries(Object.entries(filter).reverse());
  for (const same of [reversed, { ...filter, until: null }, { ...filter, until: undefined }])
    expect(openCursor({ endpoint: "list_posts", filter: same }, cursor, Position)).toEqual({ after: "3" });
});

test("a cursor whose position is of another shape is refused", () => {
  for (const position of [{ after: 20 }, { before: "20" }, "20", null]) {
    const cursor = sealCursor(binding, position);
    expect(refusal(() => openCursor(binding, cursor, Position))).toBe("invalid_cursor");
  }
});
