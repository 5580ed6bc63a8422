import { read } from "@/db/client";
import { versionMeta } from "@/db/queries/reading";
import type { Signature } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { IMPORTED_NAME, presentAuthor } from "@/lib/domain/present/author";

/** The author of a version, a connection, and its id; null for imported versions. */
export async function getAuthor(
  _ctx: Context,
  { skill_id, version_id }: { skill_id: string; version_id: string },
): Promise<{ author: (Signature & { connection_id: string }) | null }> {
  const version = await read((sql) => versionMeta(sql, skill_id, version_id));
  const connection_id = version?.author_connection_id ?? null;
  if (!version || connection_id === null) return { author: null };
  return { author: { connection_id, ...presentAuthor(version, IMPORTED_NAME) } };
}
