/** A number with thousands separators: 32,768. */
export function grouped(number: number): string {
  return number.toLocaleString("en-GB");
}

/** At most so many characters, cut after a word. */
export function shortened(text: string, charactersMax: number): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  if (characters.length <= charactersMax) return characters.join("");
  const kept = characters.slice(0, charactersMax - 1).join("");
  return `${kept.slice(0, Math.max(kept.lastIndexOf(" "), kept.length - 30)).trimEnd()}…`;
}

/** How long to wait and until when, as `in 34 seconds, at 12:00:00 UTC`. */
export function waitInWords(seconds: number): string {
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  const at = new Date(Date.now() + seconds * 1_000).toISOString().slice(11, 19);
  return `in ${wait}, at ${at} UTC`;
}
