import { expect, test } from "@playwright/test";
import { addedExcerpt, excerptInWords } from "@/components/search/excerpts";

const EXCERPTS = {
  "## Cache a page\nUse `use cache`.": "Cache a page:\nUse use cache.",
  "The short answer:\n```ts\nconst a = 1;\n```": "The short answer:\n\nconst a = 1;",
  "- Set **cacheLife** in `app/**/route.ts`, see [the docs](https://nextjs.org/docs).":
    "Set cacheLife in app/**/route.ts, see the docs.",
  "… 1. Keep `a ** b` and /_next/image": "… 1. Keep a ** b and /_next/image",
  "| status | 304 |": "status 304",
};

for (const [excerpt, words] of Object.entries(EXCERPTS))
  test(`the excerpt ${JSON.stringify(excerpt)} is shown as words`, () => {
    expect(excerptInWords(excerpt)).toBe(words);
  });

test("an excerpt is shown only if it has a matched word that title and description lack", () => {
  const skill = { title: "Cache a page", description: "Keep a rendered page with `use cache`." };
  const excerpt = "Call `revalidateTag` after a write.";
  expect(addedExcerpt({ excerpt, matched_words: ["revalidateTag", "page"] }, skill)).toBe(excerpt);
  expect(addedExcerpt({ excerpt: "A **page** is kept.", matched_words: ["page"] }, skill)).toBe(null);
  expect(addedExcerpt({ excerpt: "Caching pays.", matched_words: ["Caching"] }, skill)).toBe(null);
  expect(addedExcerpt({ excerpt: null, matched_words: ["revalidateTag"] }, skill)).toBe(null);
});
