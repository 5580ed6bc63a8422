import { VersionId } from "@/lib/contract/primitives";
import { pageContext } from "@/lib/domain/context";
import { choosePair } from "@/lib/domain/knowledge/compare-versions";
import { readSkill } from "@/lib/domain/knowledge/read-skill";
import { getOverview } from "@/lib/domain/skills/get-skill";
import { Problem } from "@/lib/platform/errors";
import type { Document } from "@/lib/server/formats/document";

const NEWEST_SECONDS = 60;

/**
 * A unified diff of two versions of a skill and of their text files, old to new, empty if they are equal. Without names it compares the newest
 * two. Throws `not_found` for an unknown skill or version and when there are fewer than two versions, and `withdrawn`
 * when the text of one is withheld.
 */
export async function comparisonFile(
  skill_id: string,
  wish: { from: string | null; to: string | null },
): Promise<Document> {
  for (const version_id of [wish.from, wish.to])
    if (version_id !== null && !VersionId.safeParse(version_id).success) throw nothing();
  const { versions } = await getOverview(pageContext(), { skill_id });
  const pair = choosePair(versions, { from: wish.from ?? undefined, to: wish.to ?? undefined });
  if (!pair) throw new Problem("not_found", { detail: "This skill has one version: there is nothing to compare yet." });
  if (![pair.from, pair.to].every((id) => versions.some(({ version_id }) => version_id === id))) throw nothing();
  const ref = { kind: "skill_version" as const, skill_id, version_id: pair.from };
  const { data } = await readSkill(ref, "comparison", { cursor: undefined, limit: 1 }, pair.to);
  if (data.view !== "comparison") throw new Error("The view comparison was answered with another.");
  if (data.diff.withheld)
    throw new Problem("withdrawn", { detail: "One of the two versions is withdrawn, so the difference is not shown." });
  const isNamed = wish.from !== null && wish.to !== null;
  return {
    type: "text/x-diff; charset=utf-8",
    text: [data.diff.unified, ...data.files.map(({ diff }) => diff?.unified ?? "")].join(""),
    keep: isNamed ? "unchanging" : NEWEST_SECONDS,
  };
}

function nothing(): Problem {
  return new Problem("not_found", { detail: "No version of this skill has this id." });
}
