/** A number with thousands separators: 32,768. */
export function grouped(number: number): string {
  return number.toLocaleString("en-GB");
}
