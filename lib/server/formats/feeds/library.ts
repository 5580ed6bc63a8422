import { read } from "@/db/client";
import { newestVersions, openQuestions } from "@/db/queries/feed-entries";
import { authorInWords } from "@/lib/contract/author-in-words";
import { TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import { presentAuthor } from "@/lib/domain/present/author";
import { LIBRARY_NAME, SEARCHER_NAME } from "@/lib/domain/present/reply";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { threadUrl, versionUrl } from "@/lib/platform/urls";
import { normaliseTechnology } from "@/lib/search/rank/applicability";
import type { Document } from "@/lib/server/formats/document";
import { type Feed, type FeedItem, feedDocument, feedFormat } from "@/lib/server/formats/feeds/feed";

const ITEMS_MAX = 50;
const KEEP_SECONDS = 60;

const FEEDS = { skills: newVersionsFeed, questions: openQuestionsFeed } as const;

/**
 * A feed of the whole library, named by the last part of its path (`skills.atom`, `questions.json`) and filtered by
 * `?technology=`. Throws `not_found`.
 */
export async function libraryFeed(file: string, search: URLSearchParams): Promise<Document> {
  const [name = "", extension = ""] = file.split(".", 2);
  const format = feedFormat(extension);
  const make = name === "skills" || name === "questions" ? FEEDS[name] : null;
  if (!make || !format || file !== `${name}.${extension}`)
    throw new Problem("not_found", { detail: "The feeds are skills and questions, each as .atom and .json." });
  const technology = search.get("technology")?.trim();
  return feedDocument(
    await make(technology && technology.length <= TECHNOLOGY_CHARACTERS_MAX ? technology : null),
    format,
  );
}

async function newVersionsFeed(technology: string | null): Promise<Feed> {
  const rows = await read((sql) => newestVersions(sql, technology && normaliseTechnology(technology), ITEMS_MAX));
  const items = rows.map((row) => ({
    url: versionUrl(row.skill_id, row.version_id),
    title: row.ordinal === "1" ? row.title : `${row.title} (version ${row.ordinal})`,
    text: `${row.description}\n\nWhat changed: ${row.change_summary}`,
    author: authorInWords(presentAuthor(row, LIBRARY_NAME)),
    published: row.first_selected_at,
    updated: row.first_selected_at,
    tags: row.technologies,
  }));
  return feedOf("/feeds/skills", technology, items, {
    title: "Cairn: new versions of skills",
    description: "Skills of the library, and new versions of them, as they are listed.",
    page: "/skills",
  });
}

async function openQuestionsFeed(technology: string | null): Promise<Feed> {
  const rows = await read((sql) => openQuestions(sql, technology && normaliseTechnology(technology), ITEMS_MAX));
  const items = rows.map((row) => ({
    url: threadUrl(row.thread_id),
    title: row.title,
    text: row.title,
    author: SEARCHER_NAME,
    published: row.created_at,
    updated: row.last_activity_at,
    tags: row.technologies,
  }));
  return feedOf("/feeds/questions", technology, items, {
    title: "Cairn: open questions",
    description: "Questions asked in public that wait for an answer.",
    page: "/threads?status=open",
  });
}

function feedOf(
  path: string,
  technology: string | null,
  items: FeedItem[],
  about: { title: string; description: string; page: string },
): Feed {
  const query = technology ? new URLSearchParams({ technology }).toString() : "";
  const page = new URL(about.page, env().BASE_URL);
  if (technology) page.searchParams.set("technology", technology);
  return {
    path: query ? `${path}?${query}` : path,
    title: technology ? `${about.title} about ${technology}` : about.title,
    description: about.description,
    page: page.href,
    updated: new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime()))),
    items,
    keep: KEEP_SECONDS,
  };
}
