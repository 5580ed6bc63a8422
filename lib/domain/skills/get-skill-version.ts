import { read } from "@/db/client";
import { withdrawalOf } from "@/db/queries/version-history";
import { versionById } from "@/db/queries/versions";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { refuseUnreadable } from "@/lib/domain/present/decision";
import { presentVersion } from "@/lib/domain/present/version";

/** One version of a skill. Throws `not_found`, or `withdrawn` (410) with the decision. */
export async function getSkillVersion(
  _ctx: unknown,
  input: { skill_id: string; version_id: string },
): Promise<{ data: SkillVersion }> {
  const row = await read((sql) => versionById(sql, input.skill_id, input.version_id));
  if (row) return { data: presentVersion(row) };
  throw refuseUnreadable(await read((sql) => withdrawalOf(sql, input.skill_id, input.version_id)));
}
