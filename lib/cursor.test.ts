import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { z } from "zod";
import { openCursor, sealCursor } from "@/lib/cursor";
import { Problem } from "@/lib/errors";

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
