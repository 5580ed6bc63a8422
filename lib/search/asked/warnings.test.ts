import { expect, test } from "@playwright/test";
import { language } from "@/lib/search/asked/warnings";

const told = (query: string, read: string[], unread: string[]) => language("German", query, { read, unread }).detail;

test("a question in another language is told which of its words were understood, as it wrote them", () => {
  const library = "The question looks like German and the library is in English";
  expect(told("Wie cache ich eine Seite für Next.js?", ["cache", "next.js"], ["fur", "seite"])).toBe(
    `${library}, so only "cache" and "Next.js" were understood, not "für" and "Seite"; ask in English.`,
  );
  expect(told("Next.jsで", ["next.js"], ["でペ"])).toBe(
    `${library}, so only "Next.js" was understood, the rest was not; ask in English.`,
  );
  expect(told("shutdown mit node und npm", ["shutdown", "node", "npm"], [])).toBe(
    `${library}, so only "shutdown", "node" and "npm" were looked for; ask in English.`,
  );
  expect(told("Wie geht das", [], ["geht"])).toBe(`${library}, and no word of it was understood; ask in English.`);
});
