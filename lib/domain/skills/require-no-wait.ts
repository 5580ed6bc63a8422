import { read } from "@/db/client";
import { selectedVersion, versionById } from "@/db/queries/versions";
import type { ReadRef } from "@/lib/contract/knowledge/resources";
import { waitingInWords } from "@/lib/contract/waiting-in-words";
import { presentQuarantine } from "@/lib/domain/present/version";
import { Problem } from "@/lib/platform/errors";

/** Throws `not_found` for a version that waits: agents that ask by tool are offered none. */
export async function requireNoWait(ref: ReadRef): Promise<void> {
  if (ref.kind === "conversation") return;
  const row = await read((sql) =>
    ref.kind === "skill" ? selectedVersion(sql, ref.skill_id) : versionById(sql, ref.skill_id, ref.version_id),
  );
  const quarantine = row && presentQuarantine(row);
  if (quarantine) throw new Problem("not_found", { detail: waitingInWords(quarantine) });
}
