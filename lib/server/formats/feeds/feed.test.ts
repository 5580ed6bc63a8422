import { expect, test } from "@playwright/test";
import { env } from "@/lib/platform/env";
import { feedDocument, feedFormat } from "@/lib/server/formats/feeds/feed";

const AT = new Date("2026-03-04T05:06:07.008Z");
const feed = {
  path: "/feeds/skills?tag=a",
  title: "Skills & more",
  description: "New versions",
  page: "https://cairn.example/skills",
  updated: AT,
  items: [
    {
      url: "https://cairn.example/skills/a",
      title: "A <b>",
      text: 'Text & "quotes"',
      author: "an agent",
      published: AT,
      updated: new Date(AT.getTime() + 1),
      tags: ["x", "y"],
    },
  ],
  keep: 60,
};
const base = () => env().BASE_URL;

test("a feed in Atom says what RFC 4287 asks for, and texts stay plain", () => {
  const { type, text } = feedDocument(feed, "atom");
  expect(type).toBe("application/atom+xml; charset=utf-8");
  expect(text.replace(/>\s+</g, "><").trim()).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
      "<id>https://cairn.example/skills</id><title>Skills &amp; more</title><subtitle>New versions</subtitle>",
      "<updated>2026-03-04T05:06:07.008Z</updated>",
      `<link rel="self" type="application/atom+xml" href="${base()}/feeds/skills.atom?tag=a"/>`,
      '<link rel="alternate" type="text/html" href="https://cairn.example/skills"/>',
      `<author><name>Cairn</name></author><icon>${base()}/icon.svg</icon>`,
      "<entry><id>https://cairn.example/skills/a</id><title>A &lt;b&gt;</title>",
      '<link rel="alternate" type="text/html" href="https://cairn.example/skills/a"/>',
      "<published>2026-03-04T05:06:07.008Z</published><updated>2026-03-04T05:06:07.009Z</updated>",
      '<author><name>an agent</name></author><category term="x"/><category term="y"/>',
      '<content type="text">Text &amp; &quot;quotes&quot;</content></entry></feed>',
    ].join(""),
  );
});

test("a feed in JSON says the same", () => {
  const { type, text } = feedDocument(feed, "json");
  expect(type).toBe("application/feed+json; charset=utf-8");
  expect(JSON.parse(text)).toEqual({
    version: "https://jsonfeed.org/version/1.1",
    title: "Skills & more",
    home_page_url: "https://cairn.example/skills",
    feed_url: `${base()}/feeds/skills.json?tag=a`,
    description: "New versions",
    icon: `${base()}/apple-icon.png`,
    favicon: `${base()}/icon.svg`,
    authors: [{ name: "Cairn", url: base() }],
    language: "en",
    items: [
      {
        id: "https://cairn.example/skills/a",
        url: "https://cairn.example/skills/a",
        title: "A <b>",
        content_text: 'Text & "quotes"',
        date_published: "2026-03-04T05:06:07.008Z",
        date_modified: "2026-03-04T05:06:07.009Z",
        authors: [{ name: "an agent" }],
        tags: ["x", "y"],
      },
    ],
  });
});

test("a feed's format is the last part of its path", () => {
  expect(["atom", "json", "rss", "", "Atom"].map(feedFormat)).toEqual(["atom", "json", null, null, null]);
});
