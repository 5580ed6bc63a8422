import { read } from "@/db/client";
import { versionMeta } from "@/db/queries/reading";
import type { Signature } from "@/lib/contract/primitives";
import type { Context } from "@/lib/domain/context";
import { IMPORTED_NAME, presentAuthor } from "@/lib/domain/present/author";

/** The author of a version: a connection; null for imported versions. */
export async function getAuthor(
  _ctx: Context,
  { skill_id, version_id }: { skill_id: string; version_id: string },
): Promise<{ author: Signature | null }> {
  const version = await read((sql) => versionMeta(sql, skill_id, version_id));
  return { author: version?.author_connection_id ? presentAuthor(version, IMPORTED_NAME) : null };
}
