import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { Problem } from "@/lib/errors";
import { parseJson } from "@/lib/http/parse-json";

const bytes = (text: string) => new TextEncoder().encode(text);
const codeOf = (input: Uint8Array) => {
  try {
    parseJson(input);
    return "accepted";
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
};

test("every JSON value that JSON.stringify writes is read back", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      expect(parseJson(bytes(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

const refused: Record<string, Uint8Array> = {
  "an empty body": bytes(""),
  "white space only": bytes(" \n"),
  "a byte order mark": Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
  "invalid UTF-8": Uint8Array.of(0x22, 0xff, 0x22),
  "an overlong encoding": Uint8Array.of(0x22, 0xc0, 0xaf, 0x22),
  "a surrogate encoded in UTF-8": Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
  "a duplicate key": bytes('{"a":1,"a":2}'),
  "a duplicate key spelled with an escape": bytes('{"a":1,"\\u0061":2}'),
  "a duplicate key in an inner object": bytes('[{"x":{"b":1, "b" :2}}]'),
  "a trailing comma": bytes('{"a":1,}'),
  "a comment": bytes('{"a":1}//'),
  "two values": bytes("{}{}"),
  NaN: bytes("NaN"),
  "33 levels": bytes(`${"[".repeat(33)}${"]".repeat(33)}`),
  "20,000 levels": bytes("[".repeat(20_000)),
};

for (const [name, input] of Object.entries(refused)) {
  test(`${name} is malformed`, () => {
    expect(codeOf(input)).toBe("malformed_json");
  });
}

test("32 levels are read, and brackets inside strings do not count", () => {
  expect(codeOf(bytes(`${"[".repeat(32)}${"]".repeat(32)}`))).toBe("accepted");
  expect(parseJson(bytes(JSON.stringify({ a: "[{".repeat(100), b: '"\\' })))).toEqual({
    a: "[{".repeat(100),
    b: '"\\',
  });
});

test("the same key in two objects is no duplicate, nor is a value that looks like one", () => {
  expect(parseJson(bytes('[{"a":"a"},{"a":{"a":["a","a"]}}]'))).toEqual([{ a: "a" }, { a: { a: ["a", "a"] } }]);
});
