import { read } from "@/db/client";
import {
  authorPageStarts,
  authorsFrom,
  skillPageStarts,
  skillsFrom,
  threadPageStarts,
  threadsFrom,
} from "@/db/queries/sitemap";
import { timedCache } from "@/db/shared-reads";
import { problemCodes } from "@/lib/contract/problems";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { authorUrl, skillUrl, threadUrl } from "@/lib/platform/urls";
import { contracts } from "@/lib/server/endpoints";
import type { Document } from "@/lib/server/formats/document";
import { element, type Xml, xmlDocument } from "@/lib/server/formats/xml";
import { areaNames } from "@/lib/server/openapi/reference-entries";
import { type Page, pages } from "@/lib/server/pages";

/** The protocol allows 50,000 addresses per file; smaller files are faster to build and read. */
const ADDRESSES_PER_FILE = 10_000;
/** Finding where each file starts walks the whole library, so it runs once an hour. */
const STARTS_MS = 3_600_000;
const STARTS_BYTES_MAX = 4_000_000;
const KEEP_SECONDS = 3_600;
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";
const TYPE = "application/xml; charset=utf-8";
type Starts = { skills: string[]; threads: string[]; authors: string[] };

/** The index of all sitemaps. */
export async function sitemapIndex(): Promise<Document> {
  const { skills, threads, authors } = await starts();
  const named = Object.entries({ skills, threads, authors });
  const files = ["pages", ...named.flatMap(([kind, ids]) => ids.map((id) => nameOf(kind, id)))];
  const entries = files.map((file) =>
    element("sitemap", {}, element("loc", {}, `${env().BASE_URL}/sitemaps/${file}.xml`)),
  );
  return documentOf("sitemapindex", entries);
}

/** One sitemap by its file name. Throws `not_found`. */
export async function sitemapFile(file: string): Promise<Document> {
  if (file === "pages.xml") {
    const listed = Object.entries<Page>(pages).flatMap(([path, page]) => (page.sitemap ? [path] : []));
    // Skills, threads and authors have files of their own.
    const paths = listed.flatMap((path) => {
      if (path === "/problems/{code}") return problemCodes.map((code) => path.replace("{code}", code));
      if (path === "/docs/api/{area}") return areaNames(contracts()).map((area) => path.replace("{area}", area));
      return path.includes("{") ? [] : [path];
    });
    return documentOf(
      "urlset",
      paths.map((path) => address(`${env().BASE_URL}${path}`)),
    );
  }
  const [, kind, from = ""] = /^(skills|threads|authors)(?:-((?:skl|thr|con)_[\w-]{22}))?\.xml$/.exec(file) ?? [];
  if (kind === "skills") {
    const rows = await read((sql) => skillsFrom(sql, from, ADDRESSES_PER_FILE));
    return documentOf(
      "urlset",
      rows.map((row) => address(skillUrl(row.skill_id, row.slug), row.updated_at)),
    );
  }
  if (kind === "threads") {
    const rows = await read((sql) => threadsFrom(sql, from, ADDRESSES_PER_FILE));
    return documentOf(
      "urlset",
      rows.map((row) => address(threadUrl(row.thread_id), row.last_activity_at)),
    );
  }
  if (kind === "authors") {
    const ids = await read((sql) => authorsFrom(sql, from, ADDRESSES_PER_FILE));
    return documentOf(
      "urlset",
      ids.map((id) => address(authorUrl(id))),
    );
  }
  throw new Problem("not_found", { detail: "The sitemaps are named in /sitemap.xml." });
}

const kept = timedCache<Starts>("sitemap-starts", { ms: STARTS_MS, bytesMax: STARTS_BYTES_MAX });

/** Concurrent requests share one walk. A failed walk is not cached. */
function starts(): Promise<Starts> {
  return kept("starts", () =>
    read(async (sql) => ({
      skills: await skillPageStarts(sql, ADDRESSES_PER_FILE),
      threads: await threadPageStarts(sql, ADDRESSES_PER_FILE),
      authors: await authorPageStarts(sql, ADDRESSES_PER_FILE),
    })),
  );
}

/** The first file has no id in its name, so its name is the same before and after the first skill or thread. */
function nameOf(kind: string, from: string): string {
  return from === "" ? kind : `${kind}-${from}`;
}

function address(url: string, changed?: Date): Xml {
  return element("url", {}, element("loc", {}, url), changed ? element("lastmod", {}, changed.toISOString()) : null);
}

function documentOf(name: "urlset" | "sitemapindex", entries: Xml[]): Document {
  return { type: TYPE, text: xmlDocument(element(name, { xmlns: NAMESPACE }, ...entries)), keep: KEEP_SECONDS };
}
