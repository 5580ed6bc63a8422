import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { checkSkillFiles, mediaTypeOf, problemInWords, treeDigest } from "@/lib/domain/publishing/version-files";

const file = (path: string, content: string | Uint8Array = "text") => ({
  path,
  bytes: typeof content === "string" ? Buffer.from(content) : content,
});
const wordsOf = (...paths: string[]) => checkSkillFiles(paths.map((path) => file(path))).map(problemInWords);

const PNG = Buffer.from("\x89PNG\r\n\x1a\n rest", "latin1");

test("ordinary files are accepted", () => {
  const files = [
    file("references/setup.md"),
    file("scripts/run.sh", "#!/bin/sh\n"),
    file("assets/überblick.png", PNG),
    file("assets/paper.PDF", "%PDF-1.7\n"),
    file("LICENSE", ""),
    file("references/setup.old.md", "\ufeffwith a mark"),
  ];
  expect(checkSkillFiles(files)).toEqual([]);
  expect(files.map(({ path }) => mediaTypeOf(path))).toEqual([
    "text/markdown",
    "text/plain",
    "image/png",
    "application/pdf",
    "text/plain",
    "text/markdown",
  ]);
});

const REFUSED: Record<string, string> = {
  "": "no name",
  "/etc/passwd": "absolute",
  "C:/Windows/a.md": "absolute",
  "../a.md": "..",
  "a/../../b.md": "..",
  "a//b.md": "empty part",
  "./a.md": "empty part",
  "a/": "empty part",
  ".env": "hidden",
  "a/.git/hooks/x": "hidden",
  "a\\b.md": "Windows refuses",
  "a?.md": "Windows refuses",
  "ab:c.md": "Windows refuses",
  con: "reserves",
  "aux.md": "reserves",
  "refs/LPT1.txt": "reserves",
  "refs/com¹": "reserves",
  "a.": "ends with",
  "a /b.md": "ends with",
  " a.md": "begins with",
  "a\nb.md": "control characters",
  "a\u009bb.md": "control characters",
  "a\0.md": "control characters",
  "a\u202etxt.md": "invisible",
  "a\u200bb.md": "invisible",
  "u\u0308.md": "NFC",
  "a\ue000.md": "some systems cannot hold",
  "SKILL.md": "the version's text",
  "skill.MD": "the version's text",
  [`${"a".repeat(101)}.md`]: "100 bytes",
  [`${"aaaaaaaaa/".repeat(7)}${"ü".repeat(70)}`]: "more than",
  "1/2/3/4/5/6/7/8/9": "deep",
};

for (const [path, words] of Object.entries(REFUSED)) {
  test(`a path is refused: ${JSON.stringify(path).slice(0, 40)}`, () => {
    expect(wordsOf(path).join()).toContain(words);
  });
}

test("paths that clash are refused", () => {
  expect(wordsOf("a.md", "a.md")).toEqual(['"a.md" is there twice']);
  expect(wordsOf("a.md", "A.md")).toEqual(['"A.md" clashes with "a.md": they differ only in case or spelling']);
  expect(wordsOf("refs/a.md", "Refs/b.md").join()).toContain('clashes with "refs"');
  expect(wordsOf("straße.md", "STRASSE.md").join()).toContain("clashes");
  expect(wordsOf("ﬁle.md", "file.md").join()).toContain("clashes");
  expect(wordsOf("a", "a/b.md").join()).toContain('lies in "a", which is a file');
  expect(wordsOf("a/b.md", "a").join()).toContain('lies in "a", which is a file');
});

test("contents beyond the limits are refused, those at the limits are not", () => {
  const text = (bytes: number) => Buffer.alloc(bytes, "a");
  const image = (bytes: number) => Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)]);
  expect(checkSkillFiles([file("a.md", text(65_536)), file("b.png", image(262_144))])).toEqual([]);
  expect(checkSkillFiles([file("a.md", text(65_537))]).map(problemInWords)).toEqual([
    '"a.md" has 65,537 bytes; a text file may have 65,536',
  ]);
  expect(checkSkillFiles([file("b.png", image(262_145))])).toHaveLength(1);
  const many = (count: number, bytes: number) => Array.from({ length: count }, (_, i) => file(`${i}.md`, text(bytes)));
  expect(checkSkillFiles(many(100, 10))).toEqual([]);
  expect(checkSkillFiles(many(101, 10)).map(problemInWords)).toEqual(["101 files; a version may have 100"]);
  expect(checkSkillFiles(many(16, 65_536))).toEqual([]);
  expect(checkSkillFiles([...many(16, 65_536), file("one.md", "1")]).map(problemInWords)).toEqual([
    "1,048,577 bytes in all files together; a version may have 1,048,576",
  ]);
});

test("what is neither text nor a known image is refused", () => {
  for (const bytes of [Buffer.from([0xff, 0xfe, 0x41]), Buffer.from("a\0b"), Buffer.from("\x7fELF\x02\xff", "latin1")])
    expect(checkSkillFiles([file("tool", bytes)]).map(problemInWords)).toEqual([
      '"tool" is neither UTF-8 text nor a PNG, JPEG, GIF, WebP or PDF file; leave it out',
    ]);
  expect(checkSkillFiles([file("a.png", "<svg>")]).map(problemInWords)).toEqual([
    '"a.png" is not image/png, as its name says',
  ]);
});

test("the digest of a tree is that of a sorted list of digests", () => {
  const hex = (text: string) => createHash("sha256").update(text).digest("hex");
  const list = `${hex("# A")}  SKILL.md\n${hex("b")}  a/b.md\n${hex("z")}  é.md\n`;
  expect(treeDigest("# A", [file("é.md", "z"), file("a/b.md", "b")])).toBe(hex(list));
  expect(treeDigest("# A", [file("a/b.md", "b"), file("é.md", "z")])).toBe(hex(list));
  expect(treeDigest("# A", [file("a/c.md", "b"), file("é.md", "z")])).not.toBe(hex(list));
  expect(treeDigest("# A", [])).toBe(hex(`${hex("# A")}  SKILL.md\n`));
});
