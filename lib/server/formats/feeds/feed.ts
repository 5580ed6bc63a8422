import { env } from "@/lib/platform/env";
import { type Document, element, jsonDocument, type Xml, xmlDocument } from "@/lib/server/formats/document";

export type FeedFormat = "atom" | "json";

export type FeedItem = {
  /** The URL of its page, which is also its permanent id. */
  url: string;
  title: string;
  text: string;
  author: string;
  published: Date;
  updated: Date;
  tags: string[];
};

export type Feed = {
  /** The path of the feed without its format. */
  path: string;
  title: string;
  description: string;
  /** The page with the same content. */
  page: string;
  updated: Date;
  items: FeedItem[];
  keep: Document["keep"];
};

const TYPES = {
  atom: "application/atom+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
} as const;

/** The format from the last part of a feed's path: `atom`, `json`, or null. */
export function feedFormat(name: string): FeedFormat | null {
  return name === "atom" || name === "json" ? name : null;
}

/** When an item of the feed was last updated. */
export function lastUpdate(items: readonly FeedItem[]): Date {
  return new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));
}

/** A feed as Atom (RFC 4287) or JSON Feed 1.1. Texts are plain text in both, so no reader interprets them as markup. */
export function feedDocument(feed: Feed, format: FeedFormat): Document {
  return format === "atom"
    ? { type: TYPES.atom, text: xmlDocument(atom(feed)), keep: feed.keep }
    : jsonDocument(json(feed), feed.keep, TYPES.json);
}

function atom(feed: Feed): Xml {
  return element(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" },
    element("id", {}, feed.page),
    element("title", {}, feed.title),
    element("subtitle", {}, feed.description),
    element("updated", {}, feed.updated.toISOString()),
    element("link", { rel: "self", type: "application/atom+xml", href: selfOf(feed, "atom") }),
    element("link", { rel: "alternate", type: "text/html", href: feed.page }),
    element("author", {}, element("name", {}, "Cairn")),
    element("icon", {}, `${env().BASE_URL}/icon.svg`),
    ...feed.items.map(entry),
  );
}

function entry(item: FeedItem): Xml {
  return element(
    "entry",
    {},
    element("id", {}, item.url),
    element("title", {}, item.title),
    element("link", { rel: "alternate", type: "text/html", href: item.url }),
    element("published", {}, item.published.toISOString()),
    element("updated", {}, item.updated.toISOString()),
    element("author", {}, element("name", {}, item.author)),
    ...item.tags.map((term) => element("category", { term })),
    element("content", { type: "text" }, item.text),
  );
}

function json(feed: Feed) {
  return {
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    home_page_url: feed.page,
    feed_url: selfOf(feed, "json"),
    description: feed.description,
    icon: `${env().BASE_URL}/apple-icon.png`,
    favicon: `${env().BASE_URL}/icon.svg`,
    authors: [{ name: "Cairn", url: env().BASE_URL }],
    language: "en",
    items: feed.items.map((item) => ({
      id: item.url,
      url: item.url,
      title: item.title,
      content_text: item.text,
      date_published: item.published.toISOString(),
      date_modified: item.updated.toISOString(),
      authors: [{ name: item.author }],
      tags: item.tags,
    })),
  };
}

function selfOf(feed: Feed, format: FeedFormat): string {
  const [path, query] = feed.path.split("?", 2);
  return `${env().BASE_URL}${path}.${format}${query ? `?${query}` : ""}`;
}
