import { read } from "@/db/client";
import { authorName } from "@/db/queries/reading";
import type { Context } from "@/lib/context";

/** Who wrote a version: the name of a connection, null for what the library imported. */
export async function getAuthor(_ctx: Context, input: { version_id: string }): Promise<{ name: string | null }> {
  return { name: await read((sql) => authorName(sql, input.version_id)) };
}
