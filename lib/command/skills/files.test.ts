import { expect, test } from "@playwright/test";
import { makeProject } from "@/e2e/support/made-project";
import { digestOf, sha256 } from "@/lib/command/skills/files";

const TEXT = "---\nname: a\n---\n\n# Größe\n\nText.\n";
const CASES: Array<[what: string, text: string, isUnchanged: boolean]> = [
  ["as it was written", TEXT, true],
  ["with every line ended by \\r\\n, as Git writes it with autocrlf", TEXT.replaceAll("\n", "\r\n"), true],
  ["with one such line", TEXT.replace("\n", "\r\n"), false],
  ["with all but one", TEXT.replaceAll("\n", "\r\n").replace(/\r\n$/, "\n"), false],
  ["changed, with every line so", `${TEXT}More.\n`.replaceAll("\n", "\r\n"), false],
];

for (const [what, text, isUnchanged] of CASES)
  test(`the digest of a file ${what}`, () => {
    const made = makeProject({ ".agents/skills/a/SKILL.md": text });
    try {
      const digest = digestOf({ project: made.folder, folder: ".agents/skills", slug: "a" });
      expect(digest === `sha256:${sha256(TEXT)}`).toBe(isUnchanged);
    } finally {
      made.remove();
    }
  });
