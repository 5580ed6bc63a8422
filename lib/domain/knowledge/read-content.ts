import { read } from "@/db/client";
import { type SkillHeadRow, skillShowing } from "@/db/queries/reading";
import { versionById } from "@/db/queries/versions";
import type { SkillHead } from "@/lib/contract/knowledge/read";
import { requireConnection } from "@/lib/domain/connections/require-connection";
import type { Context } from "@/lib/domain/context";
import type { ReadInput } from "@/lib/domain/knowledge/read";
import { versionRef } from "@/lib/domain/present/version";
import { versionText } from "@/lib/domain/present/version-text";
import { skillUrl } from "@/lib/platform/urls";

type Ref = { kind: "skill"; skill_id: string } | { kind: "skill_version"; skill_id: string; version_id: string };

/**
 * What `readKnowledge` answers for the content of a skill or a version, as JSON text. Null for everything else and for
 * what cannot be read: `readKnowledge` then answers or says why not.
 */
export async function readKnowledgeText(ctx: Context, input: ReadInput): Promise<string | null> {
  requireConnection(ctx);
  const { ref, view = "content", compare_version_id, cursor } = input;
  if (ref.kind === "conversation" || view !== "content") return null;
  if (compare_version_id !== undefined || cursor !== undefined) return null;
  return contentText(ref);
}

/** The answer with the content of a skill (its selected version) or a version; null when it cannot be read. One statement. */
export async function contentText(ref: Ref): Promise<string | null> {
  const { skill_id } = ref;
  const row = await read((sql) => skillShowing(sql, skill_id, ref.kind === "skill" ? null : ref.version_id));
  if (!row) return null;
  const version = await versionText(row, () => read((sql) => versionById(sql, skill_id, row.version_id)));
  if (version === null) return null;
  const [of, skill] = [JSON.stringify(ref), JSON.stringify(presentHead(row))];
  return `{"data":{"ref":${of},"view":"content","skill":${skill},"version":${version}}}`;
}

/** A skill without its content. */
function presentHead(row: SkillHeadRow): SkillHead {
  return {
    skill_id: row.skill_id,
    slug: row.slug,
    canonical_url: skillUrl(row.skill_id, row.slug),
    selected: row.selected_version_id
      ? versionRef({ skill_id: row.skill_id, version_id: row.selected_version_id })
      : null,
    selection_revision: row.selection_revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
