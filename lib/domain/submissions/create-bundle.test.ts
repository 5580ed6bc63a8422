import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { packTar, type TarEntry, type TarHeader } from "modern-tar";
import { checkSkillFiles, problemInWords } from "@/lib/domain/publishing/version-files";
import { ArchiveFault, readArchive } from "@/lib/domain/submissions/create-bundle";

const file = (name: string, body: string | Uint8Array = "text", header: Partial<TarHeader> = {}): TarEntry => ({
  header: { name, size: Buffer.byteLength(body), type: "file", ...header },
  body,
});
const special = (name: string, type: TarHeader["type"], linkname?: string): TarEntry => ({
  header: { name, size: 0, type, ...(linkname ? { linkname } : {}) },
});
const packed = async (...entries: TarEntry[]) => Buffer.from(await packTar(entries));
const zipped = async (...entries: TarEntry[]) => gzipSync(await packed(...entries));

/** What is said against an archive: that it cannot be read, or what is wrong with its files. */
async function refusal(archive: Uint8Array): Promise<string> {
  try {
    return checkSkillFiles(await readArchive(archive))
      .map(problemInWords)
      .join("; ");
  } catch (error) {
    if (error instanceof ArchiveFault) return error.message;
    throw error;
  }
}

/** A tar whose first header has these bytes in place of its own, with the checksum made again unless it is to be wrong. */
async function forged(at: number, text: string, { checksum = true } = {}): Promise<Buffer> {
  const tar = await packed(file("a.md"));
  tar.write(text, at, "latin1");
  if (checksum) {
    tar.fill(32, 148, 156);
    const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  }
  return gzipSync(tar);
}

test("an archive of files and folders is read", async () => {
  const archive = await zipped(
    special("references/", "directory"),
    file("./references/a.md", "# A"),
    file(`references/${"long-".repeat(15)}name.md`, "b"),
    file("überblick.txt", ""),
  );
  const files = await readArchive(archive);
  expect(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([
    ["references/a.md", "# A"],
    [`references/${"long-".repeat(15)}name.md`, "b"],
    ["überblick.txt", ""],
  ]);
  expect(await refusal(archive)).toBe("");
  expect(await readArchive(await zipped())).toEqual([]);
});

const HOSTILE: Record<string, { archive: () => Promise<Uint8Array> | Uint8Array; said: RegExp }> = {
  "nothing at all": { archive: () => new Uint8Array(), said: /not a whole gzip/ },
  "plain text": { archive: () => Buffer.from("hello"), said: /not a whole gzip/ },
  "a tar that is not zipped": { archive: () => packed(file("a.md")), said: /not a whole gzip/ },
  "a zip file": { archive: () => Buffer.from("PK\x03\x04rest of it", "latin1"), said: /not a whole gzip/ },
  "a gzip header alone": { archive: () => Buffer.from("1f8b0800000000000003", "hex"), said: /not a whole gzip/ },
  "gzip with a wrong checksum": {
    archive: async () => {
      const archive = await zipped(file("a.md"));
      archive.writeUInt32LE(7, archive.length - 8);
      return archive;
    },
    said: /not a whole gzip/,
  },
  "gzip with wrong bytes": {
    archive: async () => (await zipped(file("a.md", "abc".repeat(400)))).fill(255, 20, 40),
    said: /not a whole gzip/,
  },
  "gzip cut off": { archive: async () => (await zipped(file("a.md"))).subarray(0, -12), said: /not a whole gzip/ },
  "gzip of text": { archive: () => gzipSync("not a tar ".repeat(100)), said: /not a whole tar/ },
  "gzip of nothing": { archive: () => gzipSync(""), said: /not a whole tar/ },
  "a bomb of one file": {
    archive: async () => zipped(file("a.md", Buffer.alloc(8_000_000))),
    said: /2,097,152 bytes/,
  },
  "a bomb of zeros": { archive: () => gzipSync(Buffer.alloc(16_000_000)), said: /2,097,152 bytes/ },
  "a bomb inside a bomb": {
    archive: async () => zipped(file("a.png", gzipSync(Buffer.alloc(1_000_000)))),
    said: /is not image\/png/,
  },
  "many gzip members": {
    archive: () => Buffer.concat(Array.from({ length: 8 }, () => gzipSync(Buffer.alloc(1_000_000)))),
    said: /2,097,152 bytes/,
  },
  "10,000 entries": {
    archive: () => zipped(...Array.from({ length: 10_000 }, (_, i) => file(`${i}.md`, ""))),
    said: /2,097,152 bytes/,
  },
  "10,000 folders": {
    archive: () => zipped(...Array.from({ length: 10_000 }, (_, i) => special(`${i}/`, "directory"))),
    said: /2,097,152 bytes/,
  },
  "301 entries": {
    archive: () => zipped(...Array.from({ length: 301 }, (_, i) => special(`${i}/`, "directory"))),
    said: /more than 300 entries/,
  },
  "101 files": {
    archive: () => zipped(...Array.from({ length: 101 }, (_, i) => file(`${i}.md`))),
    said: /101 files; a version may have 100/,
  },
  "a tar cut off in a file": {
    archive: async () => gzipSync((await packed(file("a.md", "a".repeat(2_000)))).subarray(0, 1_024)),
    said: /truncated/,
  },
  "a tar without an end": {
    archive: async () => gzipSync((await packed(file("a.md"))).subarray(0, 1_024)),
    said: /truncated/,
  },
  "something behind the end": {
    archive: async () => gzipSync(Buffer.concat([await packed(file("a.md")), Buffer.from("more".repeat(128))])),
    said: /not a whole tar/,
  },
  "a wrong checksum": { archive: () => forged(0, "b.md", { checksum: false }), said: /checksum/ },
  "a size beyond the archive": { archive: () => forged(124, "00000100000\0"), said: /truncated/ },
  "a size of eight exabytes": { archive: () => forged(124, "\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff"), said: /tar/ },
  "a size that is no number": { archive: () => forged(124, "zzzzzzzzzzz\0"), said: /number/ },
  "a negative size": { archive: () => forged(124, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe"), said: /tar/ },
  "a name with bytes that are not UTF-8": { archive: () => forged(0, "\xff\xfe.md"), said: /not UTF-8/ },
  "a link to another place": { archive: () => zipped(special("a.md", "symlink", "/etc/passwd")), said: /a symlink/ },
  "a hard link": { archive: () => zipped(special("a.md", "link", "../../x")), said: /a link/ },
  "a link, then a file below it": {
    archive: () => zipped(special("a", "symlink", "/tmp"), file("a/b.md")),
    said: /a symlink/,
  },
  "a character device": { archive: () => zipped(special("a", "character-device")), said: /a character-device/ },
  "a block device": { archive: () => zipped(special("a", "block-device")), said: /a block-device/ },
  "a pipe": { archive: () => zipped(special("a", "fifo")), said: /a fifo/ },
  "a sparse file": {
    archive: () => zipped(file("a.md", "x", { pax: { "GNU.sparse.major": "1", "GNU.sparse.name": "b" } })),
    said: /a sparse file/,
  },
  "an absolute path": { archive: () => zipped(file("/etc/passwd")), said: /absolute path/ },
  "a path of Windows": { archive: () => zipped(file("C:\\Windows\\a.md")), said: /absolute path/ },
  "a way out": { archive: () => zipped(file("../../a.md")), said: /has \.\. in its path/ },
  "a way out behind a dot": { archive: () => zipped(file("./../a.md")), said: /has \.\. in its path/ },
  "a way out in the extended header": {
    archive: () => zipped(file("a.md", "x", { pax: { path: "a/../../b.md" } })),
    said: /has \.\. in its path/,
  },
  "another size in the extended header": {
    archive: async () => {
      const tar = await packed(file("a.md", "a".repeat(600), { pax: { size: "600" } }));
      tar.write("999", tar.indexOf("size=600") + 5);
      return gzipSync(tar);
    },
    said: /neither UTF-8/,
  },
  "a line break in the extended header": {
    archive: () => zipped(file("a.md", "x", { pax: { path: "a\nb.md" } })),
    said: /control characters/,
  },
  "a path of 100,000 characters": {
    archive: () => zipped(file(`${"a/".repeat(50_000)}b.md`)),
    said: /more than 200 bytes/,
  },
  "the same path twice": { archive: () => zipped(file("a.md", "1"), file("./a.md", "2")), said: /is there twice/ },
  "paths that differ in case": { archive: () => zipped(file("a.md"), file("A.MD")), said: /differ only in case/ },
  "a file that is also a folder": { archive: () => zipped(file("a"), file("a/b.md")), said: /which is a file/ },
  "a device of Windows": { archive: () => zipped(file("refs/NUL.md")), said: /Windows reserves/ },
  "a hook of git": { archive: () => zipped(file(".git/hooks/pre-commit")), said: /hidden/ },
  "the text itself": { archive: () => zipped(file("SKILL.md")), said: /the version's text/ },
  "a program": {
    archive: () => zipped(file("tool", Buffer.from("\x7fELF\x02\x01\0", "latin1"))),
    said: /neither UTF-8/,
  },
  "a text of 65,537 bytes": { archive: () => zipped(file("a.md", "a".repeat(65_537))), said: /may have 65,536/ },
};

for (const [what, { archive, said }] of Object.entries(HOSTILE)) {
  test(`it is refused: ${what}`, async () => {
    expect(await refusal(await archive())).toMatch(said);
  });
}
