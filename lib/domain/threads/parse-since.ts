import { Problem } from "@/lib/platform/errors";

const PARTS = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+\- ])(\d\d):(\d\d))$/;

/** Years that Postgres reads as written. No reply is outside them, so each bound stands for all times beyond it. */
const EARLIEST = Date.parse("0001-01-01T00:00:00.000Z");
const LATEST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The instant of an RFC 3339 time, rounded up to the millisecond: replies are stored in whole milliseconds, so "at or
 * after" stays exact for any precision. A blank before the offset is an unescaped plus in a URL. Throws
 * `validation_failed` for dates that do not exist.
 */
export function parseSince(text: string): Date {
  const parts = PARTS.exec(text);
  if (!parts) throw wrong();
  const [, year, month, day, hour, minute, second, fraction = "", sign, offsetHour = "0", offsetMinute = "0"] =
    parts.map((part) => part ?? undefined);
  const midnight = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const h = Number(hour);
  const m = Number(minute);
  const s = Number(second);
  const dayExists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${year}-${month}-${day}`);
  // A leap second is the 60th; it is read as the first instant of the next minute.
  if (!dayExists || h > 23 || m > 59 || s > 60 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) throw wrong();
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0")) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
  const offset = (sign === "-" ? -1 : 1) * (Number(offsetHour) * 60 + Number(offsetMinute));
  return new Date(
    Math.min(Math.max(midnight + ((h * 60 + m - offset) * 60 + s) * 1_000 + milliseconds, EARLIEST), LATEST),
  );
}

function wrong(): Problem {
  return new Problem("validation_failed", {
    detail: "since: must be an RFC 3339 time such as 2026-11-21T09:30:00.000Z",
    errors: [{ parameter: "since", code: "invalid_format", detail: "is not a date and time that exists" }],
  });
}
