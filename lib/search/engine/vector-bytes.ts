/** A vector in its stored form: four bytes a dimension, little-endian. */
export function bytesOf(vector: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(vector.length * 4);
  vector.forEach((value, place) => {
    bytes.writeFloatLE(value, place * 4);
  });
  return bytes;
}

/** The reverse, for the search engine. */
export function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4));
}
