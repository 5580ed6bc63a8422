import { expect, test } from "@playwright/test";
import { parseSince } from "@/lib/domain/threads/replies";
import { Problem } from "@/lib/platform/errors";

const same: Array<[string, string]> = [
  ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21t09:30:00z", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21T10:30:00.5+01:00", "2026-11-21T09:30:00.500Z"],
  ["2026-11-21T10:30:00 01:00", "2026-11-21T09:30:00.000Z"],
  ["2026-11-20T23:30:00-10:00", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21T09:30:00-00:00", "2026-11-21T09:30:00.000Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
  ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
];
for (const [text, instant] of same) {
  test(`${text} is ${instant}`, () => {
    expect(parseSince(text).toISOString()).toBe(instant);
  });
}

test("a time between two milliseconds is rounded up, so that no earlier reply is returned", () => {
  expect(parseSince("2026-11-21T09:30:00.1230001Z").toISOString()).toBe("2026-11-21T09:30:00.124Z");
  expect(parseSince("2026-11-21T09:30:00.1230000Z").toISOString()).toBe("2026-11-21T09:30:00.123Z");
  expect(parseSince("2026-11-21T09:30:00.9999Z").toISOString()).toBe("2026-11-21T09:30:01.000Z");
});

for (const text of [
  "2026-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-11-21T24:00:00Z",
  "2026-11-21T09:60:00Z",
  "2026-11-21T09:30:61Z",
  "2026-11-21T09:30:00+24:00",
  "2026-11-21",
  "yesterday",
]) {
  test(`${text} is refused`, () => {
    expect(() => parseSince(text)).toThrow(Problem);
  });
}

test("a time outside Postgres's range becomes the first or last one inside it", () => {
  expect(parseSince("0000-01-01T00:00:00Z").toISOString()).toBe("0001-01-01T00:00:00.000Z");
  expect(parseSince("0001-01-01T00:00:00+01:00").toISOString()).toBe("0001-01-01T00:00:00.000Z");
  expect(parseSince("9999-12-31T23:59:59-01:00").toISOString()).toBe("9999-12-31T23:59:59.999Z");
});

test("a time that is wrong names its parameter", () => {
  const thrown = () => {
    try {
      return parseSince("yesterday");
    } catch (error) {
      return Object(error).options;
    }
  };
  expect(thrown()).toEqual({
    detail: "since: must be an RFC 3339 time such as 2026-11-21T09:30:00.000Z",
    errors: [{ parameter: "since", code: "invalid_format", detail: "is not a date and time that exists" }],
  });
});
