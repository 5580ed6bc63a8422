import { z } from "zod";
import { read } from "@/db/client";
import { makeLookup } from "@/db/lookup";
import { type ReplyRow, repliesAfter } from "@/db/queries/replies";
import { threadRevisions } from "@/db/queries/threads";
import type { InputOf } from "@/lib/contract/endpoint";
import { Revision } from "@/lib/contract/primitives";
import type { listReplies as contract } from "@/lib/contract/public/replies";
import type { Reply } from "@/lib/contract/public/resources";
import type { Answered, Context } from "@/lib/domain/context";
import { presentReply } from "@/lib/domain/present/reply";
import { parseSince } from "@/lib/domain/threads/parse-since";
import { type CursorBinding, openCursor, sealCursor } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";

type Input = InputOf<typeof contract>;

const LIMIT_DEFAULT = 100;
/** Part of every ETag: increase it when the shape of a reply changes, so that no client keeps the old shape. */
const SHAPE = 3;
const Position = z.strictObject({ after: Revision });

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
  const replies = rows.filter(hasMessage);
  const page = replies.slice(0, limit);
  const last = page.at(-1);
  const answer = {
    data: page.map((row) => presentReply(input.post_id, row)),
    next_cursor: replies.length > limit && last ? sealCursor(binding, { after: last.sequence }) : null,
  };
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

function hasMessage(row: ReplyRow): row is ReplyRow & { message_id: string } {
  return row.message_id !== null;
}

function noThread(): Problem {
  return new Problem("not_found", { detail: "No thread has this id." });
}
