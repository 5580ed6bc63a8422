import { read } from "@/db/client";
import { type NewVersionRow, newestVersions, openQuestions } from "@/db/queries/feed-entries";
import { authorInWords } from "@/lib/contract/author-in-words";
import { presentAuthor } from "@/lib/domain/present/author";
import { LIBRARY_NAME, SEARCHER_NAME } from "@/lib/domain/present/reply";
import { type Reader, readerOf, understood } from "@/lib/domain/skills/reader";
import { coverageInWords } from "@/lib/domain/skills/version-in-list";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { threadUrl, versionUrl } from "@/lib/platform/urls";
import type { Asked } from "@/lib/search/asked/read-asked";
import { judgeApplicability, normaliseTechnology } from "@/lib/search/rank/applicability";
import type { Document } from "@/lib/server/formats/document";
import { type Feed, type FeedItem, feedDocument, feedFormat } from "@/lib/server/formats/feeds/feed";

const ITEMS_MAX = 50;
const KEEP_SECONDS = 60;
/** Versions read at once, and how often, to find those that fit. */
const BATCH = 200;
const BATCHES_MAX = 5;

const FEEDS = { skills: newVersionsFeed, questions: openQuestionsFeed } as const;

/**
 * A feed of the whole library, named by the last part of its path (`skills.atom`, `questions.json`) and filtered by
 * `?technology=`; that of skills also by `?version=` beside it. Throws `not_found`.
 */
export async function libraryFeed(file: string, search: URLSearchParams): Promise<Document> {
  const [name = "", extension = ""] = file.split(".", 2);
  const format = feedFormat(extension);
  const make = name === "skills" || name === "questions" ? FEEDS[name] : null;
  if (!make || !format || file !== `${name}.${extension}`)
    throw new Problem("not_found", { detail: "The feeds are skills and questions, each as .atom and .json." });
  const reader = readerOf({ technology: search.get("technology"), version: search.get("version") });
  return feedDocument(await make(reader), format);
}

async function newVersionsFeed(reader: Reader): Promise<Feed> {
  const asked = await understood(reader);
  const rows = await newVersions(asked);
  const items = rows.map((row) => ({
    url: versionUrl(row.skill_id, row.version_id),
    title: row.ordinal === "1" ? row.title : `${row.title} (version ${row.ordinal})`,
    text: `${row.description}\n\nCovers: ${coverageInWords(row.applicability) ?? "any version"}.\n\nWhat changed: ${row.change_summary}`,
    author: authorInWords(presentAuthor(row, LIBRARY_NAME)),
    published: row.first_selected_at,
    updated: row.first_selected_at,
    tags: row.technologies,
  }));
  return feedOf("/feeds/skills", reader, items, {
    title: "Cairn: new versions of skills",
    // A feed has no other place for warnings.
    description: [
      "Skills of the library, and new versions of them, as they are listed.",
      ...(asked?.warnings ?? []).map(({ detail }) => detail),
    ].join(" "),
    page: "/skills",
  });
}

/** The newest versions; only those that fit, if the reader names a version that can be compared. */
async function newVersions(asked: Asked | null): Promise<NewVersionRow[]> {
  const name = asked?.names[0] ?? null;
  const caller = asked?.entries ?? [];
  if (!asked || asked.constraintIgnored || caller.every(({ no_version }) => no_version))
    return read((sql) => newestVersions(sql, name, ITEMS_MAX));
  const fitting: NewVersionRow[] = [];
  let last: NewVersionRow | null = null;
  for (let batches = 0; batches < BATCHES_MAX && fitting.length < ITEMS_MAX; batches += 1) {
    const after: NewVersionRow | null = last;
    const rows: NewVersionRow[] = await read((sql) => newestVersions(sql, name, BATCH, after));
    fitting.push(...rows.filter((row) => judgeApplicability(caller, row.applicability).verdict === "compatible"));
    last = rows.at(-1) ?? null;
    if (rows.length < BATCH) break;
  }
  return fitting.slice(0, ITEMS_MAX);
}

/** Open questions are narrowed by technology alone. */
async function openQuestionsFeed({ technology }: Reader): Promise<Feed> {
  const name = technology ? normaliseTechnology(technology) : null;
  const rows = await read((sql) => openQuestions(sql, name, ITEMS_MAX));
  const items = rows.map((row) => ({
    url: threadUrl(row.thread_id),
    title: row.title,
    text: row.title,
    author: SEARCHER_NAME,
    published: row.created_at,
    updated: row.last_activity_at,
    tags: row.technologies,
  }));
  return feedOf("/feeds/questions", { technology }, items, {
    title: "Cairn: open questions",
    description: "Questions asked in public that wait for an answer.",
    page: "/threads?status=open",
  });
}

function feedOf(
  path: string,
  reader: Reader,
  items: FeedItem[],
  about: { title: string; description: string; page: string },
): Feed {
  const { technology, version } = reader;
  const narrowed = { ...(technology && { technology }), ...(version && { version }) };
  const query = new URLSearchParams(narrowed).toString();
  const page = new URL(about.page, env().BASE_URL);
  for (const [name, value] of Object.entries(narrowed)) page.searchParams.set(name, value);
  return {
    path: query ? `${path}?${query}` : path,
    title: titleOf(about.title, reader),
    description: about.description,
    page: page.href,
    updated: new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime()))),
    items,
    keep: KEEP_SECONDS,
  };
}

function titleOf(title: string, { technology, version }: Reader): string {
  if (!technology) return title;
  return version ? `${title} for ${technology} ${version}` : `${title} about ${technology}`;
}
