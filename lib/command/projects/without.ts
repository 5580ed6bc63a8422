/** A text without its comments, or whatever else begins and ends so. */
export function without(text: string, start: string, end: string): string {
  const [first = "", ...others] = text.split(start);
  return first + others.map((part) => part.split(end).slice(1).join(end)).join("");
}
