import { read } from "@/db/client";
import { type NewVersionRow, newestVersions } from "@/db/queries/directory";
import { threadsByActivity } from "@/db/queries/threads";
import { QUERY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import { normaliseTechnology } from "@/lib/contract/technology-aliases";
import { titleInWords } from "@/lib/contract/thread-in-words";
import { pageContext } from "@/lib/domain/context";
import { SEARCHER_NAME } from "@/lib/domain/present/messages";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { type Reader, readerOf, understood } from "@/lib/domain/skills/reader";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { threadUrl } from "@/lib/platform/urls";
import type { Asked as AskedVersions } from "@/lib/search/asked/read-asked";
import { judgeApplicability } from "@/lib/search/rank/applicability";
import type { Asked, Document } from "@/lib/server/formats/document";
import { type Feed, type FeedItem, feedDocument, feedFormat, lastUpdate } from "@/lib/server/formats/feeds/feed";
import { versionItem } from "@/lib/server/formats/feeds/skill";

const ITEMS_MAX = 50;
const KEEP_SECONDS = 60;
/** Versions read at once, and how often, to find those that fit. */
const BATCH = 200;
const BATCHES_MAX = 5;

const FEEDS = { skills: newVersionsFeed, questions: openQuestionsFeed } as const;

/** What a feed is narrowed to: the reader's technology and version, and the words of a search. */
type Narrowed = Reader & { q?: string | undefined };

/**
 * A feed of the whole library, named by the last part of its path (`skills.atom`, `questions.json`). `?q=` follows a
 * search, `?technology=` a technology; that of skills also takes `?version=` beside it. A search counts as one, as on
 * the page of the list. Throws `not_found`, `validation_failed` and `rate_limited`.
 */
export async function libraryFeed(file: string, { search, spend }: Asked): Promise<Document> {
  const [name = "", extension = ""] = file.split(".", 2);
  const format = feedFormat(extension);
  const make = name === "skills" || name === "questions" ? FEEDS[name] : null;
  if (!make || !format || file !== `${name}.${extension}`)
    throw new Problem("not_found", { detail: "The feeds are skills and questions, each as .atom and .json." });
  const reader = readerOf({ technology: search.get("technology"), version: search.get("version") });
  const q = search.get("q")?.trim() || undefined;
  if (q && [...q].length > QUERY_CHARACTERS_MAX)
    throw new Problem("validation_failed", { detail: `A search has at most ${QUERY_CHARACTERS_MAX} characters.` });
  if (q) spend();
  return feedDocument(await make({ ...reader, q }), format);
}

async function newVersionsFeed(narrowed: Narrowed): Promise<Feed> {
  if (narrowed.q) return foundVersionsFeed({ ...narrowed, q: narrowed.q });
  const asked = await understood(narrowed);
  return feedOf("/feeds/skills", narrowed, (await newVersions(asked)).map(versionItem), {
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
async function newVersions(asked: AskedVersions | null): Promise<NewVersionRow[]> {
  const name = asked?.names[0] ?? null;
  const caller = asked?.entries ?? [];
  if (!asked || asked.constraintIgnored || caller.every(({ no_version }) => no_version))
    return read((sql) => newestVersions(sql, { technology: name }, ITEMS_MAX));
  const fitting: NewVersionRow[] = [];
  let last: NewVersionRow | null = null;
  for (let batches = 0; batches < BATCHES_MAX && fitting.length < ITEMS_MAX; batches += 1) {
    const after: NewVersionRow | null = last;
    const rows: NewVersionRow[] = await read((sql) => newestVersions(sql, { technology: name, after }, BATCH));
    fitting.push(...rows.filter((row) => judgeApplicability(caller, row.applicability).verdict === "compatible"));
    last = rows.at(-1) ?? null;
    if (rows.length < BATCH) break;
  }
  return fitting.slice(0, ITEMS_MAX);
}

/** The versions that a search finds, newest first. Weak matches only share words with it, so they are left out. */
async function foundVersionsFeed(narrowed: Narrowed & { q: string }): Promise<Feed> {
  const { q, technology, version } = narrowed;
  const { data, warnings } = await listSkills(pageContext(), {
    ...{ q, limit: ITEMS_MAX },
    ...(technology && { technology }),
    ...(technology && version && { version }),
  });
  const version_ids = data.filter(({ strength }) => strength !== "weak").map((skill) => skill.version.version_id);
  const rows = await read((sql) => newestVersions(sql, { version_ids }, ITEMS_MAX));
  return feedOf("/feeds/skills", narrowed, rows.map(versionItem), {
    title: "Cairn: skills",
    description: ["Skills that match a search.", ...warnings.map(({ detail }) => detail)].join(" "),
    page: "/skills",
  });
}

/** Open questions are narrowed only by technology and words. */
async function openQuestionsFeed({ technology, q }: Narrowed): Promise<Feed> {
  const filter = {
    status: "open" as const,
    technology: technology ? normaliseTechnology(technology) : null,
    words: q ?? null,
    age: null,
  };
  const rows = await read((sql) => threadsByActivity(sql, filter, null, ITEMS_MAX));
  const items = rows.map((row) => ({
    url: threadUrl(row.thread_id),
    title: titleInWords(row),
    text: titleInWords(row),
    author: SEARCHER_NAME,
    published: row.created_at,
    updated: row.last_activity_at,
    tags: row.technologies,
  }));
  return feedOf("/feeds/questions", { q, technology }, items, {
    title: "Cairn: open questions",
    description: "Public questions that nobody has answered yet.",
    page: "/threads?status=open",
  });
}

function feedOf(
  path: string,
  narrowed: Narrowed,
  items: FeedItem[],
  about: { title: string; description: string; page: string },
): Feed {
  const { q, technology, version } = narrowed;
  const parameters = { ...(q && { q }), ...(technology && { technology }), ...(version && { version }) };
  const query = new URLSearchParams(parameters).toString();
  const page = new URL(about.page, env().BASE_URL);
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
  return {
    path: query ? `${path}?${query}` : path,
    title: titleOf(about.title, narrowed),
    description: about.description,
    page: page.href,
    updated: lastUpdate(items),
    items,
    keep: KEEP_SECONDS,
  };
}

function titleOf(title: string, { q, technology, version }: Narrowed): string {
  const searched = q ? `${title} matching “${q}”` : title;
  if (!technology) return searched;
  return version ? `${searched} for ${technology} ${version}` : `${searched} about ${technology}`;
}
