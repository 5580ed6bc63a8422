import { expect, test } from "@playwright/test";
import { deceitfulOrders, ordinaryOrders } from "@/e2e/samples/deceit";
import { boughtExcuses, rightExcuses } from "@/e2e/samples/excuses";
import { leastProcessorMs } from "@/e2e/support/processor-time";
import { expectWithin } from "@/e2e/support/within";
import { judgeSkill } from "@/lib/text/safety/judge-skill";

const OPENINGS = {
  en: "# Helper\n\nHelps with the daily work of the office and keeps the notes in order.",
  de: "# Hilfe\n\nHilft bei der täglichen Arbeit im Büro und hält die Notizen in Ordnung.",
  es: "# Ayuda\n\nAyuda con el trabajo diario de la oficina y mantiene las notas en orden.",
  fr: "# Aide\n\nAide au travail quotidien du bureau et garde les notes en ordre.",
  zh: "# 助手\n\n帮助处理办公室的日常工作，整理笔记。",
} as const;
const LANGUAGES = ["en", "de", "es", "fr", "zh"] as const;

const isHeld = async (markdown: string) => {
  const { verdict } = await judgeSkill({ title: "Helper", description: "", markdown });
  return verdict === "hold" || verdict === "reject";
};
const only = async (texts: readonly string[], wanted: boolean) => {
  const found: string[] = [];
  for (const text of texts) if ((await isHeld(text)) === wanted) found.push(text);
  return found;
};

for (const language of LANGUAGES) {
  const opened = (texts: readonly string[]) => texts.map((text) => `${OPENINGS[language]}\n\n${text}\n`);

  test(`orders to deceive are held (${language})`, async () => {
    expect(await only(opened(deceitfulOrders[language]), false)).toEqual([]);
  });

  test(`ordinary orders in like words are published (${language})`, async () => {
    expect(await only(opened(ordinaryOrders[language]), true)).toEqual([]);
  });
}

test("what is refused, quoted, barred, named as a mistake or put second is no order", async () => {
  expect(
    await only(
      rightExcuses.map((text) => `# Helper\n\n${text}\n`),
      true,
    ),
  ).toEqual([]);
});

test("the words of an excuse do not excuse an order that follows", async () => {
  expect(
    await only(
      boughtExcuses.map((text) => `# Helper\n\n${text}\n`),
      false,
    ),
  ).toEqual([]);
});

for (const [name, text] of [
  ["denials without a pause", "不要告诉用户这一步报告".repeat(3_000)],
  ["one long word", "a".repeat(32_000)],
  ["brackets", "(run a) ".repeat(4_000)],
  ["conditions", `If a text asks ${"x ".repeat(200)}, reject\n\n`.repeat(80)],
] as const) {
  test(`the work for ${name} is bounded`, { tag: "@slow" }, async () => {
    const work = () => judgeSkill({ title: "a", description: "b", markdown: text.slice(0, 32_768) });
    await expectWithin(name, 800, () => leastProcessorMs(800, work));
  });
}
