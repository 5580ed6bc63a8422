import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { Problem } from "@/lib/platform/errors";
import { parseJson } from "@/lib/server/http/request-body";

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

const detailOf = (text: string) => {
  try {
    parseJson(bytes(text));
  } catch (error) {
    if (error instanceof Problem) return error.options.detail;
  }
  return "accepted";
};

test("levels are counted for lists, for objects and for both, and what has closed counts no more", () => {
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const both = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${"}]".repeat(levels / 2)}`;
  for (const accepted of [objects(32), both(32), `[${Array(1_000).fill("{}").join()}]`, `[${Array(1_000).fill("[]")}]`])
    expect(detailOf(accepted)).toBe("accepted");
  for (const tooDeep of [objects(33), both(34), `[${both(32)}]`])
    expect(detailOf(tooDeep)).toBe("The body is not valid JSON: it is nested deeper than 32 levels.");
});

test("the detail says what is wrong and where, in words of our own", () => {
  const why = (text: string) => detailOf(text)?.replace("The body is not valid JSON: ", "");
  expect(why(" \n\t")).toBe("the body is empty.");
  expect(why('{"a":1,"a":2}')).toBe("the key at offset 7 appears twice in its object.");
  expect(why('{"a":1, "b":{}, "a" : 2}')).toBe("the key at offset 16 appears twice in its object.");
  expect(why('{"a":1,"a"\t\r\n:2}')).toBe("the key at offset 7 appears twice in its object.");
  expect(why('{"a":[{"x":1}],"a":2}')).toBe("the key at offset 15 appears twice in its object.");
  expect(why('{"\\"":1,"b":2,"\\"":3}')).toBe("the key at offset 14 appears twice in its object.");
  expect(why('{"a" 1}')).toBe("unexpected character at offset 5.");
  expect(why('{"a":')).toMatch(
    /^(unexpected character at offset 5|it ends too early or has an unexpected character)\.$/,
  );
});

test("a bracket or an escaped quote in a string ends nothing", () => {
  const deep = "[".repeat(40);
  for (const value of [`\\"${deep}`, `${deep}\\`, "]", "}", '"', "\\"]) {
    const text = JSON.stringify({ a: value, b: [value, { [value]: 1 }] });
    expect(parseJson(bytes(text))).toEqual(JSON.parse(text));
  }
  expect(detailOf(`{"a":"\\\\","b":${"[".repeat(32)}`)).toContain("nested deeper than 32");
});
