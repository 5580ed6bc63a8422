/** A size for people: `512 bytes`, `1.5 KiB`. */
export function bytesInWords(bytes: number): string {
  if (bytes === 1) return "1 byte";
  if (bytes < 1_024) return `${bytes} bytes`;
  const kib = bytes / 1_024;
  return `${kib < 10 ? Math.round(kib * 10) / 10 : Math.round(kib)} KiB`;
}
