import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
import { here, renderer, renderMessage, renderPlainMessage, renderWith } from "@/lib/text/markdown/render";
import { renderMessageHere } from "@/lib/text/markdown/render-here";

const html = (text: string) => renderMessageHere(text).html;

const SHAPES: Record<string, [text: string, html: string]> = {
  "code by indentation, below a blank line": [
    "Use this:\n\n    server:\n      port: 3\n\nThen restart.",
    '<p dir="auto">Use this:</p>\n<pre dir="auto" tabindex="0"><code dir="ltr">server:\n  port: 3\n</code></pre>\n<p dir="auto">Then restart.</p>',
  ],
  "code by indentation, right below prose": [
    "Use this:\n    server:\n      port: 3\nThen restart.",
    '<p dir="auto">Use this:</p>\n<pre dir="auto" tabindex="0"><code dir="ltr">server:\n  port: 3\n</code></pre>\n<p dir="auto">Then restart.</p>',
  ],
  "lines and shallow indentation": [
    "server:\n  port: 3\nend",
    '<p dir="auto">server:<br>\n\u00A0\u00A0port: 3<br>\nend</p>',
  ],
  lists: [
    "Steps:\n1. one\n2. two\n\n- a\n    - b",
    '<p dir="auto">Steps:</p>\n<ol dir="auto">\n<li>one</li>\n<li>two</li>\n</ol>\n<ul dir="auto">\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>',
  ],
  emphasis: ["*a* and **b** and _c_", '<p dir="auto"><em>a</em> and <strong>b</strong> and <em>c</em></p>'],
  "code words without marks": [
    "snake_case_word, __init__.py, C:\\_new and \\d+\\.\\d+",
    '<p dir="auto">snake_case_word, __init__.py, C:\\_new and \\d+\\.\\d+</p>',
  ],
  "headings as bold paragraphs": [
    "# One\n\nTwo\n---",
    '<p dir="auto"><strong>One</strong></p>\n<p dir="auto"><strong>Two</strong></p>',
  ],
  "character references as written": ["&lt;b&gt; &amp;", '<p dir="auto">&#x26;lt;b&#x26;gt; &#x26;amp;</p>'],
  "definitions as written": ["[a]: quiet", '<p dir="auto">[a]: quiet</p>'],
};
for (const [name, [text, expected]] of Object.entries(SHAPES))
  test(`a message keeps ${name}`, () => expect(plain(html(text))).toBe(plain(expected)));

/** One spelling of escapes and of the order of attributes. */
function plain(made: string): string {
  return made
    .replaceAll("&#x26;", "&amp;")
    .replaceAll("&#x3C;", "&lt;")
    .replace(/<pre [^>]*>/g, "<pre>")
    .replace(/<code [^>]*>/g, "<code>");
}

test("links of a message vouch for nothing, and only http, https and mailto stay links", () => {
  const made = html(
    "[docs](https://example.org/a) and https://example.org/b and [run](javascript:alert(1)) and [](https://example.org/c)",
  );
  expect(made.match(/href="[^"]*"/g)).toEqual([
    'href="https://example.org/a"',
    'href="https://example.org/b"',
    'href="https://example.org/c"',
  ]);
  expect(made.match(/rel="nofollow ugc noopener noreferrer"/g)).toHaveLength(3);
  expect(made).toContain("run");
});

test("a message has no image, heading, HTML or id, whatever is written", async () => {
  const made = html(
    "![cat](https://example.org/c.png)\n<img src=x onerror=alert(1)>\n\n## Two {#id}\n\n[^1]\n\n[^1]: note",
  );
  expect(made).not.toMatch(/<(?:img|h\d|section|script|iframe|style)|\bid=/);
  expect(made).toContain("Image: cat");
  expect(made).toContain("onerror=alert(1)");
});

const ALLOWED =
  /^<\/?(?:a|blockquote|br|code|del|div|em|hr|li|ol|p|pre|span|strong|sup|table|tbody|td|th|thead|tr|ul)(?: [^<>]*)?>$/;

test("every text renders to allowed elements alone and loses no word", () => {
  const pieces = [
    "a",
    " ",
    "\n",
    "    ",
    "- ",
    "1. ",
    "*",
    "_",
    "# ",
    "[",
    "](",
    ")",
    "!",
    "|",
    "~~~\n",
    "<b ",
    ">",
    "&lt;",
    "\\",
    "https://x.y ",
    "word",
    "\t",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
      const made = html(parts.join(""));
      for (const [tag] of made.matchAll(/<[^>]*>/g)) expect(tag).toMatch(ALLOWED);
      const count = (text: string) => text.match(/word/g)?.length ?? 0;
      // An address may stand in its link only; the word inside a tag counts, too.
      expect(count(made)).toBeGreaterThanOrEqual(count(parts.join("")));
    }),
    { numRuns: 400 },
  );
});

test("plain words look the same with and without the parser", () => {
  const pieces = [
    "a",
    "Ab",
    " ",
    "\n",
    "\n\n",
    "1.",
    "2",
    "-",
    "+",
    "=",
    "(",
    ")",
    "!",
    ":",
    "'",
    '"',
    "é",
    "قال",
    ".",
    "#",
    "\u00a0",
    "http",
    "%",
  ];
  let plain = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const made = renderPlainMessage(parts.join(""));
      plain += Number(made !== null);
      if (made !== null) expect(made).toBe(html(parts.join("")));
    }),
    // The last line is a delimiter row, which makes a table of the two.
    { numRuns: 1_500, examples: [[["a", "\n", ":", "-"]]] },
  );
  expect(plain).toBeGreaterThan(300);
});

const replies = (of: string) =>
  Array.from({ length: 50 }, (_, place) =>
    `${of} ${place}.\n\n- use *this*\n- see https://example.org/${place}\n\n    run(${place})\n`.repeat(3),
  );

test("a text is rendered once", async () => {
  const [texts, asked] = [replies("Once"), [] as string[]];
  const before = renderer();
  renderWith({
    ...here,
    render(markdown, options) {
      asked.push(markdown);
      return here.render(markdown, options);
    },
  });
  try {
    const first = await Promise.all(texts.map(renderMessage));
    expect(await Promise.all(texts.map(renderMessage))).toEqual(first);
    expect(asked).toEqual(texts);
  } finally {
    renderWith(before);
  }
});

test("fifty rendered replies cost a page less than 5 ms", { tag: "@slow" }, async () => {
  const texts = replies("Quick");
  await Promise.all(texts.map(renderMessage));
  const again = () => Promise.all(texts.map(renderMessage));
  await expectWithin("fifty replies", 5, () => leastProcessorMs(5, again));
});
