import { expect, test } from "@playwright/test";
import { splitSkill } from "@/lib/domain/import/read-skill";

const words = (bytes: number) => `${"word ".repeat(Math.ceil(bytes / 5))}\n\n`;
const section = (heading: string, bytes: number) => `${heading}\n\n${words(bytes)}`;
const textOf = (file: { bytes: Uint8Array } | undefined) => Buffer.from(file?.bytes ?? "").toString();

test("later sections of a long text become files, and the text ends with links to them", () => {
  const markdown = [
    section("# Title", 5_000),
    section("## First", 10_000),
    section("## Second [part]", 20_000),
    "See [it](assets/it.png), [web](https://example.com/a), [up](#first) and [root](/a).\n\n",
    section("## First", 5_000),
  ].join("");
  const split = splitSkill(markdown, ["references/second-part.md"]);
  expect(split?.files.map(({ path }) => path)).toEqual(["references/second-part-2.md", "references/first.md"]);
  expect(split?.markdown).toMatch(/^# Title\n/);
  expect(split?.markdown).toContain("## First\n");
  expect(split?.markdown).toContain(
    "This text was too long for one file. Its later sections are in files of their own:\n\n- [Second \\[part\\]](references/second-part-2.md)\n- [First](references/first.md)\n",
  );
  expect(Buffer.byteLength(split?.markdown ?? "")).toBeLessThanOrEqual(32_768);
  const [second] = split?.files ?? [];
  expect(textOf(second)).toMatch(/^## Second \[part\]\n/);
  expect(textOf(second)).toContain(
    "See [it](../assets/it.png), [web](https://example.com/a), [up](#first) and [root](/a).",
  );
});

test("no word is lost, and headings in code begin no section", () => {
  const code = "```sh\n## no heading\n```\n\n";
  const markdown = section("# Title", 1_000) + code + section("## Long", 32_000) + section("## Last", 1_000);
  const split = splitSkill(markdown);
  const [start = ""] = split?.markdown.split("## More sections") ?? [];
  const all = [start, ...(split?.files.map(textOf) ?? [])].join("\n");
  expect(all.trim().split(/\s+/)).toEqual(markdown.trim().split(/\s+/));
  expect(split?.files.map(({ path }) => path)).toEqual(["references/long.md", "references/last.md"]);
});

test("sections of a deeper level are moved where those above are too long", () => {
  const markdown =
    section("# Title", 100) + section("## All", 100) + section("### One", 60_000) + section("### Two", 60_000);
  expect(splitSkill(markdown)?.files.map(({ path }) => path)).toEqual(["references/one.md", "references/two.md"]);
});

test("a text whose sections are too long cannot be split", () => {
  expect(splitSkill(words(40_000))).toBeNull();
  expect(splitSkill(section("# Title", 100) + section("## One", 70_000))).toBeNull();
  expect(splitSkill(section("# Title", 40_000) + section("## One", 70))).toBeNull();
});
