import { read } from "@/db/client";
import { threadById } from "@/db/queries/threads";
import type { Context } from "@/lib/context";
import type { Post } from "@/lib/contract/public/resources";
import { Problem } from "@/lib/errors";
import { presentPost } from "@/lib/present/reply";

/** One thread's state. Throws `not_found`. */
export async function getPost(_ctx: Context, input: { post_id: string }): Promise<{ data: Post }> {
  const row = await read((sql) => threadById(sql, input.post_id));
  if (!row) throw new Problem("not_found", { detail: "No thread has this id." });
  return { data: presentPost(row) };
}
