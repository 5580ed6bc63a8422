import { expect, test } from "@playwright/test";
import { renderHere } from "@/lib/text/markdown/render-here";
import { fileAddress } from "@/lib/text/markdown/tidy";

const links = {
  page: "/v",
  files_page: "/v/files",
  paths: ["references/a.md", "references/b c.md", "assets/it.png"],
  from: "SKILL.md",
};

test("a relative link leads to the file that it names", () => {
  const inside = { ...links, from: "references/a.md" };
  expect(fileAddress("references/a.md", links)).toBe("/v/files?path=references%2Fa.md");
  expect(fileAddress("./references/a.md#Set-Up", links)).toBe("/v/files?path=references%2Fa.md#s-set-up");
  expect(fileAddress("references/b%20c.md", links)).toBe("/v/files?path=references%2Fb+c.md");
  expect(fileAddress("../assets/it.png", inside)).toBe("/v/files?path=assets%2Fit.png");
  expect(fileAddress("b%20c.md", inside)).toBe("/v/files?path=references%2Fb+c.md");
  expect(fileAddress("../SKILL.md#start", inside)).toBe("/v#s-start");
});

test("any other link leads to no file", () => {
  for (const href of [
    "references/none.md",
    "../references/a.md",
    "/references/a.md",
    "https://example.com/references/a.md",
    "javascript:references/a.md",
    "references",
    "#references/a.md",
    "",
    "%e0%a4%a",
  ])
    expect([href, fileAddress(href, links)]).toEqual([href, null]);
});

test("rendered links and images lead to the files, others keep what they were", async () => {
  const markdown =
    "See [a](references/a.md), ![it](assets/it.png), [none](none.md) and [web](https://example.com/a).\n";
  const { html } = await renderHere(markdown, { files: links });
  expect(html).toContain('<a href="/v/files?path=references%2Fa.md">a</a>');
  expect(html).toContain('<a href="/v/files?path=assets%2Fit.png">Image: it</a>');
  expect(html).toContain("<span>none</span>");
  expect(html).toContain('<a href="https://example.com/a" rel="nofollow ugc noopener noreferrer">web</a>');
  expect((await renderHere(markdown, {})).html).not.toContain("/v/files");
});
