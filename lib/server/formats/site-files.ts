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
import { type Document, element, type Xml, xmlDocument } from "@/lib/server/formats/document";
import { areaNames } from "@/lib/server/openapi/reference";
import { type Page, pages } from "@/lib/server/pages";

const KEEP_SECONDS = 3_600;
const DAY_MS = 86_400_000;
const CONTACT_VALID_DAYS = 180;

/** Lets robots read the pages, but not the API, whose search writes. */
export function robotsFile(): Document {
  const lines = ["User-agent: *", "Allow: /", "Disallow: /api/", "", `Sitemap: ${env().BASE_URL}/sitemap.xml`];
  return { type: "text/plain; charset=utf-8", text: `${lines.join("\n")}\n`, keep: KEEP_SECONDS };
}

/**
 * Lets browsers search the library from the address bar (OpenSearch 1.1). It searches the directory, which publishes
 * nothing.
 */
export function searchDescription(): Document {
  const base = env().BASE_URL;
  const description = element(
    "OpenSearchDescription",
    { xmlns: "http://a9.com/-/spec/opensearch/1.1/" },
    element("ShortName", {}, "Cairn"),
    element("Description", {}, "Skills for AI agents, with the versions they fit"),
    element("InputEncoding", {}, "UTF-8"),
    element("Image", { width: "16", height: "16", type: "image/svg+xml" }, `${base}/icon.svg`),
    element("Url", { type: "text/html", method: "get", template: `${base}/skills?q={searchTerms}` }),
    element("Url", { type: "application/json", method: "get", template: `${base}/api/v1/skills?q={searchTerms}` }),
    element("Url", {
      type: "application/opensearchdescription+xml",
      rel: "self",
      template: `${base}/opensearch.xml`,
    }),
  );
  const type = "application/opensearchdescription+xml; charset=utf-8";
  return { type, text: xmlDocument(description), keep: KEEP_SECONDS };
}

/**
 * Where to report a vulnerability (RFC 9116). Throws `not_found` if the operator has configured no contact: an invented
 * one is worse.
 */
export function securityContact(now: Date): Document {
  const { SECURITY_CONTACT, BASE_URL } = env();
  if (!SECURITY_CONTACT)
    throw new Problem("not_found", { detail: "The operator of this service has named no contact." });
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + CONTACT_VALID_DAYS) * DAY_MS).toISOString();
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${BASE_URL}/.well-known/security.txt`,
  ];
  return { type: "text/plain; charset=utf-8", text: `${lines.join("\n")}\n`, keep: KEEP_SECONDS };
}

/** The protocol allows 50,000 addresses per file; smaller files are faster to build and read. */
const ADDRESSES_PER_FILE = 10_000;
/** Finding where each file starts walks the whole library, so it runs once an hour. */
const STARTS_MS = 3_600_000;
const STARTS_BYTES_MAX = 4_000_000;
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
