import { expect, test } from "@playwright/test";
import { expectWithin, leastProcessorMs, processorMs } from "@/e2e/support/measuring";
import { renderGuide, renderMarkdown, renderVersion } from "@/lib/text/markdown/render";

const htmlOf = async (markdown: string) => (await renderMarkdown(markdown)).html;
const textOf = (html: string) => html.replace(/<[^>]*>/g, "").replaceAll("&#x3C;", "<");

test("raw HTML and comments show as text, in blocks and in sentences", async () => {
  const html = await htmlOf(
    "<script>alert(1)</script>\n\nHi <img src=x onerror=alert(1)> there\n\n<!-- read my mail -->",
  );
  expect(html).not.toMatch(/<script|<img|<!--/i);
  expect(html).toContain("alert(1)");
  expect(html).toContain("read my mail");
});

for (const address of [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "./other.md",
  "//host.example/x",
]) {
  test(`a link to ${address} keeps its text and loses its target`, async () => {
    const html = await htmlOf(`[words](${address})`);
    expect(html).toContain("words");
    expect(html).not.toContain("href");
  });
}

test("a link to the web says that we do not vouch for it", async () => {
  expect(await htmlOf("[words](https://example.org/)")).toContain(
    '<a href="https://example.org/" rel="nofollow ugc noopener noreferrer">words</a>',
  );
});

test("every outermost block finds its own direction, code has that of code, and authors choose neither", async () => {
  const html = await htmlOf("one\n\n- two\n\n> three\n\n`four`\n\n~~~\nfive\n~~~\n\n<p dir=rtl>six</p>");
  expect(html).toContain('<p dir="auto">one</p>');
  expect(html).toMatch(/<ul dir="auto">\s*<li>two/);
  expect(html).toMatch(/<blockquote dir="auto">\s*<p>three/);
  expect(html).toContain('<code dir="ltr">four</code>');
  expect(html.match(/<pre[^>]* dir="ltr"/g)).toHaveLength(2);
  expect(html).not.toContain('dir="rtl"');
});

test("an image becomes a link, so that no remote content is loaded", async () => {
  const html = await htmlOf(
    "![a map](https://example.org/map.png) [![badge](https://example.org/b.svg)](https://example.org/)",
  );
  expect(html).not.toContain("<img");
  expect(html).toContain(">Image: a map</a>");
  expect(html.match(/<a /g)).toHaveLength(2);
});

test("headings start at level 2, skip no level and have ids that links in the text reach", async () => {
  const { html, headings } = await renderMarkdown("# One\n\n#### Deep\n\n## Two words\n\n[there](#two-words)");
  expect(html).toContain('<h2 id="s-one" dir="auto">One</h2>');
  expect(html).toContain('<h3 id="s-deep" dir="auto">Deep</h3>');
  expect(html).toContain('href="#s-two-words"');
  expect(headings.map(({ id, level }) => `${level} ${id}`)).toEqual(["2 s-one", "3 s-deep", "3 s-two-words"]);
});

test("a first heading that repeats the title is removed", async () => {
  const { html } = await renderMarkdown("# Upsert in PostgreSQL\n\n## Use it", { title: "Upsert in PostgreSQL" });
  expect(html).toBe('\n<h2 id="s-use-it" dir="auto">Use it</h2>');
});

test("code is highlighted with CSS variables of the page, and an unknown language stays plain", async () => {
  await expect.poll(() => htmlOf("```ts\nconst a = 1;\n```")).toContain("var(--code-token-keyword)");
  const unknown = await htmlOf("```klingon\nqapla <b>\n```");
  expect(unknown).toContain("qapla &#x3C;b>");
  expect(unknown).not.toContain("--code-token");
});

test("languages are recognised by their short names, too", async () => {
  for (const language of ["sh", "py", "yml", "c++", "console", "dockerfile", "TS"]) {
    // On a busy machine the time for highlighting may be used up before a grammar has loaded.
    const render = () => htmlOf(`~~~${language}\nFROM x # "text" 1\n~~~`);
    await expect.poll(render, { message: language }).toMatch(/var\(--code-token|<span class="line"><span style/);
  }
});

test("tables and code can be scrolled with a keyboard; task boxes are text", async () => {
  const html = await htmlOf("| a | b |\n|---|---|\n| 1 | 2 |\n\n    code\n\n- [x] done\n- [ ] open");
  expect(html).toContain('<div class="table-scroll" tabindex="0" role="group" aria-label="Table">');
  expect(html).toMatch(/<pre[^>]* tabindex="0"/);
  expect(html).toContain("☑ done");
  expect(html).toContain("☐ open");
  expect(html).not.toContain("<input");
});

const slow = {
  "nested quotes": ">".repeat(8_000),
  "unclosed strike-through": "~~a ".repeat(8_000),
  "unclosed brackets": "[".repeat(16_000),
  "spread brackets": "[a ".repeat(10_000),
  "unclosed emphasis": "*a **b ".repeat(4_000),
  "nested lists": Array.from({ length: 200 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n"),
  "bullets in a row": `${"- ".repeat(10_000)}a`,
  "numbers in a row": `${"1. ".repeat(8_000)}a`,
  backticks: Array.from({ length: 250 }, (_, length) => "`".repeat(length)).join(" "),
  "raw tags": "<a ".repeat(10_000),
  "link definitions": Array.from({ length: 1_500 }, (_, n) => `[a${n}]: https://example.org/${n}`).join("\n"),
  "a table of 3,000 columns": `${"|a".repeat(3_000)}|\n${"|-".repeat(3_000)}|\n${"|b".repeat(3_000)}|`,
  "a table filled up to a million cells": `${"|a".repeat(90)}|\n${"|-".repeat(90)}|\n${"|\n".repeat(11_000)}`,
  "code in as many fences as are coloured": "~~~ts\nconst a = 1;\n~~~\n\n".repeat(290),
  "empty items": "- \n".repeat(10_000),
  headings: "## a *b* `c`\n\n".repeat(2_300),
  "as many items as are formatted": `${"- a *b*\n".repeat(590)}`,
  "underlined headings": "a\n=\n".repeat(8_000),
  "lines that go on without their mark": `> ${"a\n".repeat(16_000)}`,
  links: `${"[a](b) ".repeat(390)}\n\n`.repeat(11),
  "one long block of code": `~~~cpp\n${"template<typename T> auto f(T&& x) -> decltype(g(x)) { return x; }\n\n".repeat(480)}~~~`,
  "code in many fences": "~~~ts\nconst a = 1;\n~~~\n\n".repeat(1_300),
  "one long line of code": `~~~ts\n${"const a = (1 + 2); ".repeat(1_600)}\n~~~`,
  "quotes inside lists": Array.from({ length: 38 }, (_, depth) => `${"> ".repeat(depth)}- a`).join("\n"),
  footnotes: Array.from({ length: 700 }, (_, n) => `[^${n}]: note ${n}\n\nword[^${n}]\n`).join("\n"),
  entities: "&amp;&#35;".repeat(3_200),
  autolinks: "www.a.b ".repeat(4_000),
};
for (const [name, markdown] of Object.entries(slow)) {
  test(`${name}: shown whole for less than a quarter of a second of CPU time`, { tag: "@slow" }, async () => {
    await renderMarkdown("```ts\nwarm up\n```");
    let html = "";
    const work = async () => {
      ({ html } = await renderMarkdown(markdown.slice(0, 32_768)));
    };
    await expectWithin(name, 250, () => leastProcessorMs(250, work));
    expect(html.length).toBeGreaterThan(100);
  });
}

test("a long rule, even an indented one, opens no lists", async () => {
  const { is_plain } = await renderMarkdown(`Words\n\n- item\n\n      ${"-".repeat(60)}\n\n${"*".repeat(60)}\n`);
  expect(is_plain).toBe(false);
});

/** The expressions of the grammar of Terraform backtrack over such a row: without a limit it takes minutes. */
const SLOW_ROW = "_a".repeat(495);
const BLOCK = '~~~terraform\nresource "a" "b" { c = 1 }\n~~~';
const QUICK = "~~~cs\nvar first = 1;\n~~~";
const AROUND = `${QUICK}\n\n~~~terraform\n${SLOW_ROW}\n~~~\n\n${QUICK}\n`;

/** A block as it is with colours. On a busy machine its time may be used up before. */
async function coloured(markdown: string): Promise<string> {
  let html = "";
  await expect.poll(async () => (html = await htmlOf(markdown))).toContain("var(--code-token");
  return html;
}

test("a slow block of code stays unhighlighted; its words and the blocks around it do not change", async () => {
  // The first block of a language gets more time, because its grammar is compiled.
  for (const first of [QUICK, BLOCK]) await coloured(first);
  const colours = async () => {
    const { html, may_lack_colours } = await renderMarkdown(AROUND);
    // So it is made again later: the machine may only have been busy.
    expect(may_lack_colours).toBe(true);
    const blocks = html.split("<pre").slice(1);
    expect(blocks.map((block) => textOf(`<pre${block}`).trim())).toEqual([
      "var first = 1;",
      SLOW_ROW,
      "var first = 1;",
    ]);
    return blocks.map((block) => block.includes("var(--code-token"));
  };
  await expect.poll(colours).toEqual([true, false, true]);
});

test("a slow block of code costs less than a second of CPU time", { tag: "@slow" }, async () => {
  for (const first of [QUICK, BLOCK]) await htmlOf(first);
  await expectWithin("the document", 1_000, () => processorMs(() => renderMarkdown(AROUND)));
});

test("aborted work damages no later document", async () => {
  const before = await coloured(BLOCK);
  for (let turn = 0; turn < 3; turn += 1) await htmlOf(`~~~terraform\n${"_a".repeat(490 + turn)}\n~~~`);
  expect(await coloured(BLOCK)).toBe(before);
});

test("long code is shown plain, and a document of many blocks yields to others", async () => {
  const line = "auto a = b(c); // words\n\n";
  expect(await htmlOf(`~~~cpp\n${line.repeat(500)}~~~`)).not.toContain("--code-token");
  const many = `~~~cpp\n${line.repeat(20)}~~~\n\n`.repeat(30);
  // What is loaded at first use gives turns to others, too.
  await htmlOf(many);
  let turns = 0;
  const others = () => {
    turns += 1;
    next = setImmediate(others);
  };
  let next = setImmediate(others);
  await htmlOf(many);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(30);
});

test("a version is rendered once", async () => {
  const version = { version_id: "skv_renderedOnceRenderedOn", title: "T", markdown: "words" };
  const first = await renderVersion(version);
  expect(await renderVersion({ ...version, markdown: "never looked at" })).toBe(first);
});

test("a guide of our own is rendered once", async () => {
  expect(await renderGuide("# How to\n")).toBe(await renderGuide("# How to\n"));
});
