import type { AnalysedVersion } from "@/lib/search/analyse-version";

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

/** The reverse of `pack`. Throws when the bytes are not what `pack` makes. */
export function unpack(bytes: Buffer): AnalysedVersion {
  const terms = bytes.length >= HEADER_WORDS * 4 ? bytes.readUInt32LE(0) : -1;
  if (bytes.length !== (HEADER_WORDS + 3 * terms) * 4) throw new Error("a stored analysis has the wrong length");
  const at = HEADER_WORDS * 4;
  const hashes = new Uint32Array(terms);
  const slices = new Uint32Array(terms);
  for (let index = 0; index < terms; index += 1) {
    hashes[index] = bytes.readUInt32LE(at + index * 4);
    slices[index] = bytes.readUInt32LE(at + (terms + index) * 4);
  }
  return { hashes, slices, counts: new Uint8Array(bytes.subarray(at + 2 * terms * 4)), lengths: lengthsOf(bytes) };
}

/** The four field lengths of a packed version. */
export function lengthsOf(bytes: Buffer): [number, number, number, number] {
  return [bytes.readUInt32LE(4), bytes.readUInt32LE(8), bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
}
