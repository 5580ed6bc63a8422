import type { NewVersionRow } from "@/db/queries/directory";
import { authorInWords } from "@/lib/contract/author-in-words";
import { inOneSentence } from "@/lib/contract/freshness-in-words";
import { presentAuthor } from "@/lib/domain/present/author";
import { LIBRARY_NAME } from "@/lib/domain/present/messages";
import { freshnessOf } from "@/lib/domain/present/origin";
import { presentReview } from "@/lib/domain/present/version";
import { coverageInWords } from "@/lib/domain/skills/get-skill";
import { versionUrl } from "@/lib/platform/urls";
import type { FeedItem } from "@/lib/server/formats/feeds/feed";

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
