import { expect, test } from "@playwright/test";
import { excerptInWords } from "@/components/skills/excerpt-in-words";

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
