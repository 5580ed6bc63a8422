import { expect, type Page, test } from "@playwright/test";
import fc from "fast-check";
import { renderMessage } from "@/lib/text/markdown/render";

const BATCH = 105;
const ORIGIN = "http://hostile.example";

/** What a writer may try. Each would set `hit`, or fetch from `evil`, if it worked. */
const ATTACKS = [
  "<script>hit=1</script>",
  "<img src=//evil.example/x onerror=hit=1>",
  "<svg/onload=hit=1>",
  '"><iframe srcdoc="<script>top.hit=1</script>">',
  "[a](javascript:hit=1)",
  "[a](JaVaScRiPt:hit=1)",
  "[a](java&#115;cript:hit=1)",
  "[a](\u0001javascript:hit=1)",
  "[a](data:text/html,<script>hit=1</script>)",
  "[a](vbscript:hit)",
  "[a](//evil.example/a)",
  '[a](http://evil.example/ "x\\" onmouseover=hit=1 y")',
  "![a](http://evil.example/a.png)",
  "![a](javascript:hit=1)",
  "[![a](http://evil.example/b.png)](javascript:hit=1)",
  "![a][b]\n\n[b]: http://evil.example/c.png",
  "[a]: javascript:hit=1\n\n[a]",
  'http://evil.example/"onmouseover=hit=1',
  "www.evil.example/<script>hit=1</script>",
  "~~~html onload=hit=1\n<script>hit=1</script>\n~~~",
  '~~~"><script>hit=1</script>\nx\n~~~',
  "    <link rel=stylesheet href=//evil.example/d.css>",
  "<style>@import url(//evil.example/e.css)</style>",
  "<base href=//evil.example>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<form action=//evil.example><button>x",
  "<object data=//evil.example/f><embed src=//evil.example/g>",
  "<video poster=//evil.example/h><source src=//evil.example/i>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src=1 onerror=hit=1>">',
  '<noscript><p title="</noscript><img src=x onerror=hit=1>">',
  "&lt;script&gt;hit=1&lt;/script&gt;",
  "&#60;img src=x onerror=hit=1&#62;",
  "# <img src=x onerror=hit=1>",
  "| <img src=x onerror=hit=1> |\n|---|\n| [a](javascript:hit=1) |",
  "- [x] <input autofocus onfocus=hit=1>",
  "[^1]: <script>hit=1</script>\n\n[^1]",
  "<a id=hit name=hit href=javascript:hit=1>x</a>",
  "</div></li></main><script>hit=1</script>",
  "<!--><script>hit=1</script>-->",
  "<![CDATA[<script>hit=1</script>]]>",
  "<?xml version=1?><script>hit=1</script>",
  "\u2028<script>hit=1</script>\u0000",
];
const PIECES = [
  "*",
  "_",
  "**",
  "`",
  "\n",
  "\n\n",
  "    ",
  "- ",
  "1. ",
  "> ",
  "#",
  "|",
  "|-|\n",
  "[",
  "](",
  ")",
  "!",
  "<",
  ">",
  '"',
  "'",
  "\\",
  "&",
  "~~~\n",
  ":",
  "//evil.example/",
  "\t",
  "\u202e",
  "á",
];

const hostile = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...ATTACKS) },
      { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
    ),
    { minLength: 1, maxLength: 7 },
  )
  .map((parts) => parts.join(""));

for (const { count, tag } of [
  { count: 2 * BATCH, tag: [] },
  { count: 20 * BATCH, tag: ["@slow"] },
])
  test(
    `of ${count} hostile texts none runs a script, sends a request or makes an element of its own`,
    { tag },
    ({ page }) => tryHostileTexts(page, count),
  );

async function tryHostileTexts(page: Page, count: number): Promise<void> {
  const texts = [...ATTACKS, ...fc.sample(hostile, count - ATTACKS.length)];
  const rendered = await Promise.all(texts.map(renderMessage));
  const asked: string[] = [];
  const said: string[] = [];
  let html = "";
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => said.push(dialog.message())));
  page.on("pageerror", (error) => said.push(error.message));
  // Without the policy that forbids scripts on our pages: the texts alone must be harmless.
  await page.route("**/*", async (route) => {
    const url = route.request().url();
    if (url === `${ORIGIN}/`) return route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
    asked.push(url);
    return route.abort();
  });
  for (let from = 0; from < texts.length; from += BATCH) {
    const items = rendered
      .slice(from, from + BATCH)
      .map((made) => `<li class=item><div class=message>${made}</div></li>`);
    html = `<!doctype html><link rel=icon href="data:,"><ol>${items.join("")}</ol>`;
    await page.goto(`${ORIGIN}/`);
    expect(await page.evaluate(look)).toEqual({ items: items.length, hit: "undefined", wrong: [] });
  }
  expect(asked).toEqual([]);
  expect(said).toEqual([]);
}

/** Runs in the page: what is there besides the elements and attributes of rendered messages. */
function look() {
  const elements = new Set(
    "a blockquote br code del div em hr li ol p pre span strong sup table tbody td th thead tr ul".split(" "),
  );
  const attributes = new Set("dir href title rel tabindex class start align role aria-label".split(" "));
  const wrong: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(".message *")) {
    const name = element.localName;
    if (!elements.has(name)) wrong.push(name);
    for (const attribute of element.attributes)
      if (!attributes.has(attribute.name)) wrong.push(`${name} ${attribute.name}`);
    if (element instanceof HTMLAnchorElement) {
      if (!["http:", "https:", "mailto:"].includes(element.protocol)) wrong.push(element.href);
      if (!/^nofollow ugc noopener/.test(element.rel)) wrong.push(`rel ${element.rel}`);
    }
    element.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    element.focus();
  }
  // A text that closes the elements around it would change their number.
  return { items: document.querySelectorAll("body > ol > li.item").length, hit: typeof Object(globalThis).hit, wrong };
}
