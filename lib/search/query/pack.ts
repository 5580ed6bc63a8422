import { endianness } from "node:os";
import { type AnalysedVersion, sieveOf } from "@/lib/search/query/analyse-version";

const HEADER_WORDS = 5;

/** An analysed version as bytes: the number of terms, four lengths, then hashes, slices and counts. Little-endian. */
export function pack(version: AnalysedVersion): Buffer {
  const terms = version.hashes.length;
  const bytes = Buffer.allocUnsafe((HEADER_WORDS + 3 * terms) * 4);
  [terms, ...version.lengths].forEach((value, index) => {
    bytes.writeUInt32LE(value, index * 4);
  });
  const at = HEADER_WORDS * 4;
  version.hashes.forEach((hash, index) => {
    bytes.writeUInt32LE(hash, at + index * 4);
  });
  version.slices.forEach((slice, index) => {
    bytes.writeUInt32LE(slice, at + (terms + index) * 4);
  });
  bytes.set(version.counts, at + 2 * terms * 4);
  return bytes;
}

/** The reverse of `pack`. Throws when the bytes are not valid output of `pack`. */
export function unpack(bytes: Buffer): AnalysedVersion {
  const terms = bytes.length >= HEADER_WORDS * 4 ? bytes.readUInt32LE(0) : -1;
  if (bytes.length !== (HEADER_WORDS + 3 * terms) * 4) throw new Error("a stored analysis has the wrong length");
  const at = HEADER_WORDS * 4;
  // One copy, out of the driver's buffer. Thousands are read when a process starts on a large library.
  const copy = new Uint8Array(bytes.subarray(at));
  const hashes = wordsOf(copy, 0, terms);
  return {
    hashes,
    slices: wordsOf(copy, terms * 4, terms),
    counts: copy.subarray(2 * terms * 4),
    lengths: lengthsOf(bytes),
    sieve: sieveOf(hashes),
  };
}

const LITTLE_ENDIAN = endianness() === "LE";

function wordsOf(bytes: Uint8Array, at: number, count: number): Uint32Array {
  if (LITTLE_ENDIAN) return new Uint32Array(bytes.buffer, bytes.byteOffset + at, count);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Uint32Array.from({ length: count }, (_, index) => view.getUint32(at + index * 4, true));
}

/** The four field lengths of a packed version. */
export function lengthsOf(bytes: Buffer): [number, number, number, number] {
  return [bytes.readUInt32LE(4), bytes.readUInt32LE(8), bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
}
