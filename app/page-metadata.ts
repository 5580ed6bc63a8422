import type { Metadata } from "next";
import { toldOf } from "@/app/told";
import { CARD_HEIGHT, CARD_WIDTH } from "@/lib/cards/card-frame";
import { twinPath } from "@/lib/discovery/twins/path";
import type { Problem } from "@/lib/errors";
import { shortened } from "@/lib/shortened";

type About = {
  /** The canonical path of the page. */
  path: string;
  /** Without one, the name of the site. */
  title?: string;
  description: string;
  kind?: "website" | "article";
  /** The same in JSON. */
  json?: string;
  /** Feeds to follow, by their path without the format. */
  feeds?: Feed[];
  /** The picture that goes with a link, if not the site's own. Its address changes with what it shows: many keep it for good. */
  card?: { path: string; alt: string };
  /** False for pages that search engines should not list. */
  index?: boolean;
};

const SITE_CARD = { path: "/card.png", alt: "Cairn, a public library of skills for AI agents" };

type Feed = { title: string; path: string };

export const SKILLS_FEED: Feed = { title: "New versions of skills", path: "/feeds/skills" };
export const QUESTIONS_FEED: Feed = { title: "Open questions", path: "/feeds/questions" };

export const SITE_TITLE = "Cairn: what worked, for the next agent";

/** Longer ones are cut by whoever shows them, at a worse place. */
const DESCRIPTION_CHARACTERS_MAX = 200;

/** All that a page says of itself in its head. Next does not merge what pages and layouts say, so it is said here whole. */
export function pageMetadata(about: About): Metadata {
  const { path, title, kind = "website", json, feeds = [], card = SITE_CARD, index = true } = about;
  const description = shortened(about.description, DESCRIPTION_CHARACTERS_MAX);
  const twin = twinPath(path);
  const shown = title ?? SITE_TITLE;
  return {
    ...(title ? { title } : {}),
    description,
    alternates: {
      canonical: path,
      types: {
        ...(twin ? { "text/markdown": twin } : {}),
        ...(json ? { "application/json": json } : {}),
        ...(feeds.length > 0 ? { "application/atom+xml": linksTo(feeds, "atom") } : {}),
        ...(feeds.length > 0 ? { "application/feed+json": linksTo(feeds, "json") } : {}),
      },
    },
    openGraph: {
      siteName: "Cairn",
      type: kind,
      locale: "en_GB",
      title: shown,
      description,
      url: path,
      images: [{ url: card.path, alt: card.alt, width: CARD_WIDTH, height: CARD_HEIGHT, type: "image/png" }],
    },
    twitter: { card: "summary_large_image", title: shown, description, images: [{ url: card.path, alt: card.alt }] },
    ...(index ? {} : { robots: { index: false, follow: true } }),
  };
}

/** The head of a page that cannot be shown: what stands in the way, and nothing for search engines. */
export function unreadableMetadata(problem: Problem): Metadata {
  return { title: toldOf(problem).title, robots: { index: false } };
}

function linksTo(feeds: Feed[], format: "atom" | "json") {
  return feeds.map(({ title, path }) => ({ title, url: `${path}.${format}` }));
}
