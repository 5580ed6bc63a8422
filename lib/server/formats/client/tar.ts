import { gzipSync } from "fflate";
import { sha256 } from "@/lib/platform/secret";
import { singleton } from "@/lib/platform/singleton";

const BLOCK = 512;
/** The time that npm gives the files of its packages, so that the same files make the same bytes. */
const MTIME_SECONDS = 499_162_500;
const OS_BYTE = 9;
const UNKNOWN_OS = 255;

/** A file of an archive. Its name has at most 100 ASCII characters. */
export type ArchivedFile = { name: string; text: string; isProgram: boolean };

/**
 * A gzipped tar archive of these files, in this order. The same files make the same bytes wherever they are packed: the
 * compression of Node is another one in each of its releases.
 */
export function archive(files: ArchivedFile[]): Uint8Array {
  const blocks = files.flatMap((file) => {
    const content = Buffer.from(file.text);
    return [header(file, content.length), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
  });
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9, mtime: 0 });
  packed[OS_BYTE] = UNKNOWN_OS;
  return packed;
}

/** An npm package of these files by their names, made once in each process, with a key for its ETag. `name` is used once. */
export function packed(name: string, make: () => ArchivedFile[]): { bytes: Uint8Array; key: string } {
  return singleton(name, () => {
    const bytes = archive(make().map((file) => ({ ...file, name: `package/${file.name}` })));
    return { bytes, key: sha256(Buffer.from(bytes)).toString("base64") };
  });
}

/** A header of POSIX 1003.1-1990 (ustar). */
function header({ name, isProgram }: ArchivedFile, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(name, 0, 100, "ascii");
  block.write(octal(isProgram ? 0o755 : 0o644, 8), 100, "ascii");
  block.write(octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(MTIME_SECONDS, 12), 108, "ascii");
  // The checksum counts its own field as blanks.
  block.write("        0", 148, "ascii");
  block.write("ustar\x0000", 257, "ascii");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return block;
}
