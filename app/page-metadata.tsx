import type { Metadata } from "next";
import { headers } from "next/headers";
import { noticeOf } from "@/app/notice";
import { address } from "@/components/address";
import type { Problem } from "@/lib/platform/errors";
import { shortened } from "@/lib/platform/words";
import { CARD_HEIGHT, CARD_WIDTH } from "@/lib/server/formats/cards/card-frame";
import { alternatePath, type Feed, findPage } from "@/lib/server/pages";

/** Metadata of a page's content that the page table cannot know. */
type Shown = {
  title?: string;
  description?: string;
  /**
   * The link preview image, if not the site's own. Its URL changes with the content, because many clients cache it
   * forever.
   */
  card?: { path: string; alt: string };
  /** False if search engines should not list the page. */
  index?: boolean;
  /** The filters of a list, which its feeds take too. */
  filters?: Readonly<Record<string, string | undefined>>;
};

const SITE_CARD = { path: "/card.png", alt: "Cairn, version-checked skills for AI agents" };

export const SITE_TITLE = "Cairn: version-checked skills for AI agents";

/** Search engines and link previews cut longer descriptions at a worse place. */
const DESCRIPTION_CHARACTERS_MAX = 200;

/**
 * The complete metadata of the page at `path`, its canonical path: from the page table and from its content. It is
 * complete because Next does not merge the metadata of pages and layouts.
 */
export function pageMetadata(path: string, of: Shown = {}): Metadata {
  const found = findPage(path);
  if (!found) throw new Error(`The page table has no page at ${path}.`);
  const { page, parts } = found;
  const { title = page.title, card = SITE_CARD, index = true, filters = {} } = of;
  const description = shortened(of.description ?? page.description ?? "", DESCRIPTION_CHARACTERS_MAX);
  const alternate = page.markdown && alternatePath(path);
  const json = page.json && filled(page.json, parts);
  const feeds = (page.feeds ?? []).map((feed) => ({ title: feed.title, path: filled(feed.path, parts) }));
  const shown = title ?? SITE_TITLE;
  return {
    ...(title ? { title } : {}),
    description,
    alternates: {
      canonical: path,
      types: {
        ...(alternate ? { "text/markdown": alternate } : {}),
        ...(json ? { "application/json": json } : {}),
        ...(feeds.length > 0 ? { "application/atom+xml": linksTo(feeds, "atom", filters) } : {}),
        ...(feeds.length > 0 ? { "application/feed+json": linksTo(feeds, "json", filters) } : {}),
      },
    },
    openGraph: {
      siteName: "Cairn",
      type: page.kind ?? "website",
      locale: "en_GB",
      title: shown,
      description,
      url: path,
      images: [{ url: card.path, alt: card.alt, width: CARD_WIDTH, height: CARD_HEIGHT, type: "image/png" }],
    },
    twitter: { card: "summary_large_image", title: shown, description, images: [{ url: card.path, alt: card.alt }] },
    ...(index && page.index ? {} : { robots: { index: false, follow: true } }),
  };
}

/** Metadata of a page that cannot be shown: the problem, and no indexing. */
export function unreadableMetadata(problem: Problem): Metadata {
  const title = problem.code === "not_found" ? "Page not found" : noticeOf(problem).title;
  return { title, robots: { index: false } };
}

function linksTo(feeds: Feed[], format: "atom" | "json", filters: Record<string, string | undefined>) {
  return feeds.map(({ title, path }) => ({ title, url: address(`${path}.${format}`, filters) }));
}

/** A path pattern with its parameters filled in. */
function filled(address: string, parts: Record<string, string>): string {
  return address.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
}

/** The page's data in schema.org terms. Its content cannot close the script element. */
export async function StructuredData({ data }: { data: object }) {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return (
    <script
      type="application/ld+json"
      nonce={/'nonce-([^']+)'/.exec(policy)?.[1]}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single angle bracket that opens.
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
