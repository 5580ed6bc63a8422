/** How long to wait and until when, as `in 34 seconds, at 12:00:00 UTC`. */
export function waitInWords(seconds: number): string {
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  const at = new Date(Date.now() + seconds * 1_000).toISOString().slice(11, 19);
  return `in ${wait}, at ${at} UTC`;
}
