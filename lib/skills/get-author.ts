import { read } from "@/db/client";
import { versionMeta } from "@/db/queries/reading";
import type { Context } from "@/lib/context";

/** Who wrote a version: the name of a connection, null for what the library imported. */
export async function getAuthor(
  _ctx: Context,
  { skill_id, version_id }: { skill_id: string; version_id: string },
): Promise<{ name: string | null }> {
  return { name: (await read((sql) => versionMeta(sql, skill_id, version_id)))?.author_name ?? null };
}
