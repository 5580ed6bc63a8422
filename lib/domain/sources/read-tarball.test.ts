import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { packTar } from "modern-tar";
import { readTarball } from "@/lib/domain/sources/read-tarball";

type Entry = Parameters<typeof packTar>[0][number];

const file = (path: string, text = ""): Entry => ({
  header: { name: `package/${path}`, size: Buffer.byteLength(text), type: "file" },
  body: text,
});
const link = (path: string): Entry => ({
  header: { name: `package/${path}`, size: 0, type: "symlink", linkname: "/etc/passwd" },
});
const read = async (entries: Entry[]) => readTarball(gzipSync(await packTar(entries)));
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

// Without their limits these take minutes, in the process that serves requests.
test("a package that names very many folders, or one without end, is read all the same", async () => {
  const many = [...numbers(60_000).map(() => "b"), "docs"];
  const texts = numbers(5_000).map((at) => file(`docs/${at}/SKILL.md`));
  expect((await read([file("package.json", JSON.stringify({ skills: many })), ...texts])).skills).toEqual([]);
  const long = { skills: [`${"/".repeat(200_000)}x`, "docs"] };
  expect((await read([file("package.json", JSON.stringify(long)), file("docs/a/SKILL.md")])).skills).toHaveLength(1);
});

test("very many links, and files very deep below no skill, end as one line of the report", async () => {
  const links = numbers(3_000).map((at) => link(`skills/${"a/".repeat(140)}${at}`));
  const { refused } = await read([file("package.json", "{}"), ...links]);
  expect(refused).toHaveLength(1_001);
  expect(refused.at(-1)).toEqual({ path: "skills", reason: "has 2,000 more files that are not read" });
});

test("paths with characters that nobody sees are passed over", async () => {
  const paths = ["r\u202etl", "zero\u200bwidth", "a\u0007", "back\\slash", ".git", "pump"];
  const { skills } = await read([file("package.json", "{}"), ...paths.map((path) => file(`skills/${path}/SKILL.md`))]);
  expect(skills.map(({ path }) => path)).toEqual(["skills/pump"]);
});
