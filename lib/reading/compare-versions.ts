import { createTwoFilesPatch, diffLines } from "diff";
import { read } from "@/db/client";
import { type VersionMetaRow, versionMeta } from "@/db/queries/reading";
import { versionById } from "@/db/queries/versions";
import type { ReadAnswer } from "@/lib/contract/knowledge/read";
import type { ReadRef } from "@/lib/contract/knowledge/resources";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { Problem } from "@/lib/errors";
import { presentVersionSummary } from "@/lib/present/version-summary";

const COMPARED = [
  "title",
  "description",
  "applicability",
  "public_references",
  "license",
  "change_summary",
  "rationale",
  "supporting_basis",
  "risk_labels",
] as const;

/**
 * What changed between two versions of a skill, always from the older to the newer. The text of a withdrawn version is
 * withheld: the diff is then empty and says so.
 */
export async function compareVersions(
  ref: ReadRef,
  version: VersionMetaRow,
  compare_version_id: string,
): Promise<ReadAnswer> {
  const other = await read((sql) => versionMeta(sql, version.skill_id, compare_version_id));
  if (!other) {
    throw new Problem("unknown_reference", {
      detail: "compare_version_id names no version of this skill.",
      errors: [{ pointer: "/compare_version_id", code: "unknown_reference", detail: "names no version of this skill" }],
    });
  }
  const [from, to] = BigInt(version.ordinal) <= BigInt(other.ordinal) ? [version, other] : [other, version];
  const [older, newer] = await read((sql) =>
    Promise.all([versionById(sql, from.skill_id, from.version_id), versionById(sql, to.skill_id, to.version_id)]),
  );
  const withheld = !older || !newer;
  const changed = COMPARED.filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]));
  const textChanged = !withheld && older.markdown !== newer.markdown;
  return {
    data: {
      ref,
      view: "comparison",
      from: presentVersionSummary(from.skill_id, from),
      to: presentVersionSummary(to.skill_id, to),
      changed_fields: textChanged ? [...changed, "markdown"] : changed,
      applicability: {
        added: missingFrom(from.applicability, to.applicability),
        removed: missingFrom(to.applicability, from.applicability),
      },
      diff: withheld
        ? { unified: "", lines_added: 0, lines_removed: 0, withheld }
        : { ...unified(from, to, older.markdown, newer.markdown), withheld },
    },
  };
}

function unified(from: VersionMetaRow, to: VersionMetaRow, older: string, newer: string) {
  let lines_added = 0;
  let lines_removed = 0;
  for (const part of diffLines(older, newer)) {
    if (part.added) lines_added += part.count;
    if (part.removed) lines_removed += part.count;
  }
  const text =
    lines_added + lines_removed === 0
      ? ""
      : createTwoFilesPatch(
          from.version_id,
          to.version_id,
          older,
          newer,
          from.created_at.toISOString(),
          to.created_at.toISOString(),
        );
  return { unified: text, lines_added, lines_removed };
}

function missingFrom(list: ApplicabilityEntry[], others: ApplicabilityEntry[]): ApplicabilityEntry[] {
  const known = new Set(
    list.map((entry) => JSON.stringify([entry.technology, entry.version_scheme, entry.constraint])),
  );
  return others.filter(
    (entry) => !known.has(JSON.stringify([entry.technology, entry.version_scheme, entry.constraint])),
  );
}
