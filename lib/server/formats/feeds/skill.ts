import { read } from "@/db/client";
import { type NewVersionRow, newestVersions } from "@/db/queries/directory";
import { SkillId } from "@/lib/contract/primitives";
import { authorInWords, deciderInWords, inOneSentence } from "@/lib/contract/skill-in-words";
import { pageContext } from "@/lib/domain/context";
import { readSkill } from "@/lib/domain/knowledge/read-skill";
import { presentAuthor } from "@/lib/domain/present/author";
import { LIBRARY_NAME } from "@/lib/domain/present/messages";
import { freshnessOf } from "@/lib/domain/present/origin";
import { presentReview } from "@/lib/domain/present/version";
import { coverageInWords, getOverview, type Overview } from "@/lib/domain/skills/get-skill";
import { Problem } from "@/lib/platform/errors";
import { skillUrl, versionUrl } from "@/lib/platform/urls";
import type { Document } from "@/lib/server/formats/document";
import { type FeedFormat, type FeedItem, feedDocument, lastUpdate } from "@/lib/server/formats/feeds/feed";

const ITEMS_MAX = 50;

const DECIDED: Readonly<Record<string, string>> = {
  review: "Reviewed",
  withdrawal: "Withdrawn",
  restoration: "Restored",
  approval: "Approved",
  rejection: "Rejected",
};

/**
 * What happens to one skill, newest first: its readable versions, and the decisions about it. A selection is not an
 * item of its own, because the version that it made current is one. Throws `not_found`.
 */
export async function skillFeed(skill_id: string, format: FeedFormat): Promise<Document> {
  if (!SkillId.safeParse(skill_id).success) throw new Problem("not_found", { detail: "No skill has this id." });
  // Alone, so that its refusal is always the one that is answered.
  const skill = await getOverview(pageContext(), { skill_id });
  const [rows, decisions] = await Promise.all([
    read((sql) => newestVersions(sql, { skill_id }, ITEMS_MAX)),
    decisionsAbout(skill_id),
  ]);
  const items = [...rows.map(versionItem), ...decisions.flatMap((decision) => decisionItem(skill, decision))]
    .sort((one, other) => other.updated.getTime() - one.updated.getTime())
    .slice(0, ITEMS_MAX);
  return feedDocument(
    {
      path: `/skills/${skill_id}/feed`,
      title: `Cairn: ${skill.title}`,
      description: "New versions, reviews and decisions of one skill.",
      page: skillUrl(skill_id, skill.slug),
      updated: lastUpdate(items),
      items,
      keep: "ask again",
    },
    format,
  );
}

type Decision = Awaited<ReturnType<typeof decisionsAbout>>[number];

async function decisionsAbout(skill_id: string) {
  const paging = { cursor: undefined, limit: ITEMS_MAX };
  const answer = await readSkill({ kind: "skill", skill_id }, "decisions", paging, undefined);
  if (!("next_cursor" in answer) || answer.data.view !== "decisions")
    throw new Error("No list of decisions came back.");
  return answer.data.items;
}

function decisionItem(skill: Overview, decision: Decision): FeedItem[] {
  const kind = DECIDED[decision.kind];
  if (!kind) return [];
  const version = skill.versions.find(({ version_id }) => version_id === decision.version_id);
  const at = new Date(decision.created_at);
  return [
    {
      url: `${skillUrl(skill.skill_id, skill.slug)}/decisions#${decision.decision_id}`,
      title: version ? `${kind}: version ${version.ordinal}` : kind,
      text: decision.reason,
      author: deciderInWords(decision),
      published: at,
      updated: at,
      tags: [decision.kind],
    },
  ];
}

/** A version as an item of a feed, from the time when it was first selected. */
export function versionItem(row: NewVersionRow): FeedItem {
  const freshness = freshnessOf({ review: presentReview(row), applicability: row.applicability }, row.releases);
  return {
    url: versionUrl(row.skill_id, row.version_id),
    title: row.ordinal === "1" ? row.title : `${row.title} (version ${row.ordinal})`,
    text: [
      row.description,
      `Covers: ${coverageInWords(row.applicability) ?? "any version"}.`,
      `What changed: ${row.change_summary}`,
      ...(freshness ? [`Newer release: ${inOneSentence(freshness)}.`] : []),
    ].join("\n\n"),
    author: authorInWords(presentAuthor(row, LIBRARY_NAME)),
    published: row.first_selected_at,
    updated: row.first_selected_at,
    tags: row.technologies,
  };
}
