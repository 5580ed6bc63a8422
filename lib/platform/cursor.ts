import { timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { Problem } from "@/lib/platform/errors";
import { seal } from "@/lib/platform/secret";

const MAC_BYTES = 16;

/** The listing a cursor belongs to: it opens only for the same values of all of these. */
export type CursorBinding = {
  endpoint: string;
  subject?: string;
  filter?: Record<string, string | number | boolean | null | undefined>;
};

/** An opaque, authenticated cursor for `position` (small JSON), bound to its listing. */
export function sealCursor(binding: CursorBinding, position: unknown): string {
  const payload = Buffer.from(JSON.stringify(position));
  return Buffer.concat([macOf(binding, payload), payload]).toString("base64url");
}

/** The rows of a page, of which one more than `limit` was read if there are more, and the cursor of the next page. */
export function pageOf<Row>(
  binding: CursorBinding,
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => unknown,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next_cursor: last && rows.length > limit ? sealCursor(binding, positionOf(last)) : null };
}

/** The position in a cursor. Throws `invalid_cursor` (400) for one that is forged, foreign or from another filter. */
export function openCursor<T extends z.ZodType>(binding: CursorBinding, cursor: string, position: T): z.output<T> {
  const bytes = Buffer.from(cursor, "base64url");
  // Base64 decoding is lenient and accepts other spellings of the same bytes; only the canonical one is valid.
  if (bytes.length <= MAC_BYTES || bytes.toString("base64url") !== cursor) throw new Problem("invalid_cursor");
  const payload = bytes.subarray(MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(binding, payload))) throw new Problem("invalid_cursor");
  const parsed = position.safeParse(JSON.parse(payload.toString()));
  if (!parsed.success) throw new Problem("invalid_cursor");
  return parsed.data;
}

function macOf(binding: CursorBinding, payload: Buffer): Buffer {
  const filter = Object.entries(binding.filter ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return seal("cursor", binding.endpoint, binding.subject ?? "", JSON.stringify(filter), payload).subarray(
    0,
    MAC_BYTES,
  );
}
