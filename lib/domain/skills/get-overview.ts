import { read } from "@/db/client";
import { versionHistory } from "@/db/queries/version-history";
import { skillHead } from "@/db/queries/versions";
import type { Context } from "@/lib/domain/context";
import { presentVersionSummary } from "@/lib/domain/present/version";
import { type VersionInList, withStandings } from "@/lib/domain/skills/version-in-list";
import { Problem } from "@/lib/platform/errors";

export type Overview = {
  skill_id: string;
  slug: string;
  /** Of the selected version, else of the newest. */
  title: string;
  /** Newest first, withdrawn ones and candidates included. */
  versions: VersionInList[];
};

/** A skill without its content: the data its pages show even when all of it is withdrawn. Throws `not_found`. */
export async function getOverview(_ctx: Context, input: { skill_id: string }): Promise<Overview> {
  const [head, history] = await read((sql) =>
    Promise.all([skillHead(sql, input.skill_id), versionHistory(sql, input.skill_id)]),
  );
  if (!head) throw new Problem("not_found", { detail: "No skill has this id." });
  const versions = withStandings(history.map((version) => presentVersionSummary(head.skill_id, version)));
  const shown = versions.find(({ is_selected }) => is_selected) ?? versions[0];
  return { skill_id: head.skill_id, slug: head.slug, title: shown?.title ?? head.slug, versions };
}
