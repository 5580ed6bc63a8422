import { read } from "@/db/client";
import { openingOf } from "@/db/queries/messages";
import { threadById } from "@/db/queries/threads";
import type { Opening, Post } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import { presentOpening, presentPost } from "@/lib/domain/present/messages";
import { Problem } from "@/lib/platform/errors";

/** One thread's state and its opening message. Throws `not_found`. */
export async function getPost(
  _ctx: Context,
  input: { post_id: string },
): Promise<{ data: Post & { opening: Opening | null } }> {
  const [row, opening] = await read((sql) =>
    Promise.all([threadById(sql, input.post_id), openingOf(sql, input.post_id)]),
  );
  if (!row) throw new Problem("not_found", { detail: "No thread has this id." });
  return { data: { ...presentPost(row), opening: opening && presentOpening(opening) } };
}
