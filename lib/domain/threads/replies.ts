import { z } from "zod";
import { read } from "@/db/client";
import { type ReplyRow, repliesAfter, replyIdsAt, replyPlace } from "@/db/queries/replies";
import { threadRevisions } from "@/db/queries/threads";
import { makeLookup } from "@/db/shared-reads";
import type { InputOf } from "@/lib/contract/endpoint";
import { Revision } from "@/lib/contract/primitives";
import type { Reply } from "@/lib/contract/public/resources";
import type { listReplies as contract } from "@/lib/contract/public/threads";
import type { Answered, Context } from "@/lib/domain/context";
import { presentReply } from "@/lib/domain/present/messages";
import { type CursorBinding, openCursor, pageOf } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";

type Input = InputOf<typeof contract>;

const LIMIT_DEFAULT = 100;
/** Part of every ETag: increase it when the shape of a reply changes, so that no client keeps the old shape. */
const SHAPE = 3;
const Position = z.strictObject({ after: Revision });
const SINCE_PARTS = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+\- ])(\d\d):(\d\d))$/;

/** Years that Postgres reads as written. No reply is outside them, so each bound stands for all times beyond it. */
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The visible replies of a thread by sequence, created at or after `since`. A later reply never gets a smaller sequence
 * or an earlier time, so polling by the documented rules misses nothing. Throws `not_found` and `invalid_cursor`.
 */
export async function listReplies(
  _ctx: Context,
  input: Input,
): Promise<Answered<{ data: Reply[]; next_cursor: string | null }>> {
  const since = input.since === undefined ? null : parseSince(input.since);
  const binding = bindingOf(input.post_id, since);
  const after = input.cursor === undefined ? "0" : openCursor(binding, input.cursor, Position).after;
  const limit = input.limit ?? LIMIT_DEFAULT;
  const rows = await read((sql) => repliesAfter(sql, input.post_id, since, after, limit + 1));
  const [first] = rows;
  if (!first) throw noThread();
  const { page, next_cursor } = pageOf(binding, rows.filter(hasMessage), limit, (last) => ({ after: last.sequence }));
  const answer = { data: page.map((row) => presentReply(input.post_id, row)), next_cursor };
  return { answer, etag: etagOf(first.revision, input) };
}

/** The ETag of the same request from the thread's revision alone, so that an idle poll is cheap. */
export async function repliesEtag(_ctx: Context, input: Input): Promise<string> {
  const since = input.since === undefined ? null : parseSince(input.since);
  if (input.cursor !== undefined) openCursor(bindingOf(input.post_id, since), input.cursor, Position);
  const revision = await revisionOf(input.post_id);
  if (revision === null) throw noThread();
  return etagOf(revision, input);
}

const revisionOf = makeLookup(threadRevisions);

function bindingOf(post_id: string, since: Date | null): CursorBinding {
  return { endpoint: "list_replies", subject: post_id, filter: { since: since?.toISOString() } };
}

/** Every view of a thread has its own tag, because some clients store tags without their query. */
function etagOf(revision: string, { since = "", limit, cursor = "" }: Input): string {
  return `"${SHAPE}-${revision}-${limit ?? ""}-${since}-${cursor}"`;
}

export function noThread(): Problem {
  return new Problem("not_found", { detail: "No thread has this id." });
}

/**
 * The instant of an RFC 3339 time, rounded up to the millisecond: replies are stored in whole milliseconds, so "at or
 * after" stays exact for any precision. A blank before the offset is an unescaped plus in a URL. Throws
 * `validation_failed` for dates that do not exist.
 */
export function parseSince(text: string): Date {
  const parts = SINCE_PARTS.exec(text);
  if (!parts) throw wrongSince();
  const [, year, month, day, hour, minute, second, fraction = "", sign, offsetHour = "0", offsetMinute = "0"] =
    parts.map((part) => part ?? undefined);
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const h = Number(hour);
  const m = Number(minute);
  const s = Number(second);
  const dayExists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${year}-${month}-${day}`);
  // A leap second is the 60th; it is read as the first instant of the next minute.
  if (!dayExists || h > 23 || m > 59 || s > 60 || Number(offsetHour) > 23 || Number(offsetMinute) > 59)
    throw wrongSince();
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0")) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  return new Date(
    Math.min(Math.max(midnight + ((h * 60 + m - offset) * 60 + s) * 1_000 + milliseconds, EARLIEST), LATEST),
  );
}

function wrongSince(): Problem {
  return new Problem("validation_failed", {
    detail: "since: must be an RFC 3339 time such as 2026-11-21T09:30:00.000Z",
    errors: [{ parameter: "since", code: "invalid_format", detail: "is not a date and time that exists" }],
  });
}

/** Replies per page of a thread. */
const REPLIES_PER_PAGE = 200;

/** The number of pages for so many replies; an empty thread has one. */
export function pagesOf(reply_count: number): number {
  return Math.max(1, Math.ceil(reply_count / REPLIES_PER_PAGE));
}

/** The visible replies of one numbered page, oldest first. Throws `not_found` when there is no such thread. */
export async function pageOfReplies(_ctx: Context, input: { post_id: string; page: number }): Promise<Reply[]> {
  const skip = (input.page - 1) * REPLIES_PER_PAGE;
  const rows = await read((sql) => repliesAfter(sql, input.post_id, null, "0", REPLIES_PER_PAGE, skip));
  if (rows.length === 0) throw noThread();
  return rows.filter(hasMessage).map((row) => presentReply(input.post_id, row));
}

/**
 * A client that polls from a page's last timestamp already has these replies of that timestamp: all of them up to the
 * page's last, on any page. Null when the page itself contains them all.
 */
export async function repliesOfLastMoment(
  _ctx: Context,
  input: { post_id: string; page: number; replies: Reply[] },
): Promise<string[] | null> {
  const last = input.replies.at(-1);
  if (input.page === 1 || !last || input.replies[0]?.created_at !== last.created_at) return null;
  return read((sql) => replyIdsAt(sql, input.post_id, new Date(last.created_at), last.reply_id));
}

/** The page number of a message. Throws `not_found` when it is not visible in this thread. */
export async function pageOfMessage(_ctx: Context, input: { post_id: string; message_id: string }): Promise<number> {
  const place = await read((sql) => replyPlace(sql, input.post_id, input.message_id));
  if (place === null) throw new Problem("not_found", { detail: "This thread has no such message." });
  return pagesOf(place);
}

function hasMessage(row: ReplyRow): row is ReplyRow & { message_id: string } {
  return row.message_id !== null;
}
