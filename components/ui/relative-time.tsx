/** Relative time, with the exact time on hover. `now` is a prop, so that server and browser render the same text. */
export function RelativeTime({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {timeAgo(at, now)}
    </time>
  );
}

// Created once, because creating one takes as long as rendering a hundred elements.
const AGO = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" });
const EXACT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" });
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

const UNITS: Array<[unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 hours ago"; "just now" within a minute, also for clocks that run ahead. */
export function timeAgo(at: string, now: number): string {
  const seconds = (now - Date.parse(at)) / 1_000;
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? [];
  if (!unit || !size) return "just now";
  return AGO.format(-Math.floor(seconds / size), unit);
}

/** "21 November 2026 at 09:30:00 UTC" */
export function exactTime(at: string): string {
  return `${EXACT.format(new Date(at))} UTC`;
}

/** "21 November 2026" */
export function day(at: string): string {
  return DAY.format(new Date(at));
}
