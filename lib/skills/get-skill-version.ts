import { read } from "@/db/client";
import { versionById, type Withdrawal, withdrawalOf } from "@/db/queries/versions";
import type { Context } from "@/lib/context";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { Problem } from "@/lib/errors";
import { presentVersion } from "@/lib/present/version";

/** One version of a skill. Throws `not_found`, or `withdrawn` (410) with the reason. */
export async function getSkillVersion(
  _ctx: Context,
  input: { skill_id: string; version_id: string },
): Promise<{ data: SkillVersion }> {
  const row = await read((sql) => versionById(sql, input.skill_id, input.version_id));
  if (row) return { data: presentVersion(row) };
  throw refuseUnreadable(await read((sql) => withdrawalOf(sql, input.skill_id, input.version_id)));
}

/** The problem for something that cannot be read: withdrawn with its reason, or not there at all. */
export function refuseUnreadable(withdrawal: Withdrawal | null): Problem {
  if (!withdrawal?.withdrawn_reason) return new Problem("not_found", { detail: "No skill or version has this id." });
  return new Problem("withdrawn", {
    detail: `This version was withdrawn: ${withdrawal.withdrawn_reason}`.slice(0, 500),
    extra: { reason: withdrawal.withdrawn_reason },
  });
}
