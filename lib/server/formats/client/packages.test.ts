import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { archive } from "@/lib/server/formats/client/packages";

const file = (name: string, text: string, isProgram = false) => ({ name, text, isProgram });
const repeated = (count: number, of: (i: number) => string, between = "") =>
  Array.from({ length: count }, (_, i) => of(i)).join(between);

/** The beginning of the SHA-256 of each archive: another Node, system or day makes the same bytes. */
const ARCHIVES: Array<[what: string, files: ReturnType<typeof file>[], digest: string]> = [
  ["no file", [], "1fd9b01700e5fcc1"],
  ["an empty file", [file("a", "")], "60fce772079cd29d"],
  ["a line", [file("a", "one\n")], "56b500421b37e2b6"],
  ["a program", [file("a", "one\n", true)], "5b8495a6621a501f"],
  ["two files", [file("a", "1"), file("b", "2")], "854b95b6d8ae5f89"],
  ["a whole block", [file("a", "x".repeat(512))], "f41d2f3ba1aba8cb"],
  ["a text that repeats", [file("a", "abc ".repeat(50_000))], "18fe55cf98824ef5"],
  ["other letters", [file("a", "Äöü 数据库 🚀\n".repeat(300))], "fb6fd1bff1a98a4c"],
  [
    "numbers",
    [
      file(
        "a",
        repeated(20_000, (i) => String(i * i), ","),
      ),
    ],
    "6887ccc70ff84a65",
  ],
  [
    "no repetition",
    [
      file(
        "a",
        repeated(4_000, (i) => createHash("sha256").update(String(i)).digest("base64")),
      ),
    ],
    "8a096a72abdab36a",
  ],
];

for (const [what, files, digest] of ARCHIVES)
  test(`an archive has the same bytes wherever it is packed: ${what}`, () => {
    const bytes = archive(files);
    expect(createHash("sha256").update(bytes).digest("hex").slice(0, 16)).toBe(digest);
    const tar = gunzipSync(bytes);
    for (const { text } of files) expect(tar.includes(text)).toBe(true);
    expect(tar.length % 512).toBe(0);
  });
