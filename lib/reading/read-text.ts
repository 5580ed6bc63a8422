import { read } from "@/db/client";
import { skillShowing } from "@/db/queries/reading";
import { versionById } from "@/db/queries/versions";
import type { Context } from "@/lib/context";
import { versionText } from "@/lib/present/version-text";
import type { ReadInput } from "@/lib/reading/read";
import { presentHead } from "@/lib/reading/read-skill";
import { requireConnection } from "@/lib/require-connection";

/**
 * The answer of `readKnowledge` for the content of a skill or a version, as JSON text, with one statement. Null for
 * every other view and for unreadable content: `readKnowledge` then answers or gives the reason.
 */
export async function readKnowledgeText(ctx: Context, input: ReadInput): Promise<string | null> {
  requireConnection(ctx);
  const { ref, view = "content", compare_version_id, cursor } = input;
  if (ref.kind === "conversation" || view !== "content") return null;
  if (compare_version_id !== undefined || cursor !== undefined) return null;
  const { skill_id } = ref;
  const row = await read((sql) => skillShowing(sql, skill_id, ref.kind === "skill" ? null : ref.version_id));
  if (!row) return null;
  const version = await versionText(row, () => read((sql) => versionById(sql, skill_id, row.version_id)));
  if (version === null) return null;
  const [of, skill] = [JSON.stringify(ref), JSON.stringify(presentHead(row))];
  return `{"data":{"ref":${of},"view":"content","skill":${skill},"version":${version}}}`;
}
