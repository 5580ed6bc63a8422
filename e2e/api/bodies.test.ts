import { gzipSync } from "node:zlib";
import { type Api, expect, test } from "@/e2e/support/api";
import { BODY_BYTES_MAX } from "@/lib/contract/primitives";

const json = { "content-type": "application/json" };

test.describe("bodies", () => {
  const send = (api: Api, body: string | Uint8Array, headers: Record<string, string> = json) =>
    api.send("POST", "/api/v1/connections", headers, body);
  const name = JSON.stringify({ name: "body" });

  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/problem+json",
    "application/json; charset=iso-8859-1",
    "application/jsonx",
    "json",
    "",
  ]) {
    test(`a body of type "${type}" is 415`, async ({ api }) => {
      const received = await send(api, name, { "content-type": type });
      expect(api.problemOf(received).code).toBe("unsupported_media_type");
    });
  }

  test("a body without a content type is 415, and an empty request is malformed", async ({ api }) => {
    expect(api.problemOf(await send(api, name, {})).code).toBe("unsupported_media_type");
    expect(api.problemOf(await api.send("POST", "/api/v1/connections")).code).toBe("malformed_json");
  });

  for (const type of [
    "application/json; charset=utf-8",
    "Application/JSON",
    'application/json;charset="UTF-8"',
    "application/json ; charset=UTF-8",
  ]) {
    test(`a body of type ${type} is JSON`, async ({ api }) => {
      expect((await send(api, name, { "content-type": type })).status).toBe(201);
    });
  }

  test("a compressed body is 415, and an identity-encoded body is accepted", async ({ api }) => {
    for (const encoding of ["gzip", "br", "gzip, identity"])
      expect(
        api.problemOf(await send(api, gzipSync(name), { ...json, "content-encoding": encoding })).code,
        encoding,
      ).toBe("unsupported_media_type");
    expect((await send(api, name, { ...json, "content-encoding": "identity" })).status).toBe(201);
  });

  test("64 KiB are accepted and one byte more is 413", async ({ api }) => {
    expect((await send(api, name.padEnd(BODY_BYTES_MAX))).status).toBe(201);
    expect(api.problemOf(await send(api, name.padEnd(BODY_BYTES_MAX + 1))).code).toBe("body_too_large");
  });

  test("a chunked body is cut off at the same size", async ({ api }) => {
    const chunk = " ".repeat(8_192);
    const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(9);
    const answer = await api.raw(
      `POST /api/v1/connections HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n${chunks}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"body_too_large"');
  });

  const deep = (levels: number) => `{"name":"x","extra":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
  const malformed: Record<string, string | Uint8Array> = {
    "form data": "name=body",
    "an empty body": "",
    whitespace: " \n ",
    "a duplicate key": '{"name":"a","name":"b"}',
    "an escaped duplicate key": '{"name":"a","n\\u0061me":"b"}',
    "a nested duplicate key": '{"name":"a","x":[{"y":{"z":1,"z":1}}]}',
    "nesting of 33 levels": deep(33),
    "nesting of 10,000 levels": deep(10_000),
    "invalid UTF-8": Uint8Array.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
    "a surrogate in UTF-8": Uint8Array.from([...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
    "a byte order mark": Uint8Array.from([0xef, 0xbb, 0xbf, ...Buffer.from('{"name":"a"}')]),
    "UTF-16": Buffer.from('{"name":"a"}', "utf16le"),
    "a trailing comma": '{"name":"a",}',
    "a sequence of two values": '{"name":"a"}{"name":"b"}',
    "a string in single quotes": "{'name':'a'}",
    NaN: '{"name":NaN}',
    "a raw control character": '{"name":"a\tb"}',
    "a truncated body": '{"name":"a',
  };
  for (const [what, body] of Object.entries(malformed)) {
    test(`${what} is malformed JSON`, async ({ api }) => {
      const problem = api.problemOf(await send(api, body));
      expect([problem.status, problem.code]).toEqual([400, "malformed_json"]);
    });
  }

  test("32 levels of nesting are parsed, and only the field is refused", async ({ api }) => {
    const problem = api.problemOf(await send(api, deep(32)));
    expect(problem.errors).toEqual([expect.objectContaining({ pointer: "/extra", code: "unknown_field" })]);
  });

  for (const body of ["[]", '"text"', "1", "null", "true"]) {
    test(`the body ${body} is JSON but not an object`, async ({ api }) => {
      const problem = api.problemOf(await send(api, body));
      expect(problem.code).toBe("validation_failed");
      expect(problem.errors).toContainEqual(expect.objectContaining({ pointer: "", code: "invalid_type" }));
    });
  }
});

test.describe("text that cannot be stored", () => {
  const wrong = {
    "U+0000": "\\u0000",
    "a lone high surrogate": "\\ud800",
    "a lone low surrogate": "\\udc00",
    "a swapped surrogate pair": "\\udc00\\ud800",
  };
  for (const [what, escaped] of Object.entries(wrong)) {
    test(`${what} is invalid_text in every position`, async ({ api }) => {
      const bodies = {
        "/name": `{"name":"a${escaped}b"}`,
        "/homepage": `{"name":"a","homepage":"https://x.example/${escaped}"}`,
        "/extra/0/deep": `{"name":"a","extra":[{"deep":"${escaped}"}]}`,
      };
      for (const [pointer, body] of Object.entries(bodies)) {
        const problem = api.problemOf(await api.send("POST", "/api/v1/connections", json, body));
        expect([problem.status, problem.code], pointer).toEqual([422, "invalid_text"]);
        expect(problem.errors).toContainEqual(expect.objectContaining({ pointer, code: "invalid_text" }));
      }
      const named = api.problemOf(await api.send("POST", "/api/v1/connections", json, `{"name":"a","x${escaped}":1}`));
      expect(named.code).toBe("invalid_text");
    });
  }

  test("U+0000 is invalid_text in a query and an invalid id in a path", async ({ api }) => {
    for (const path of ["/api/v1/search?q=a%00b", "/api/v1/skills?q=%00", "/api/v1/posts?technology=a%00"]) {
      expect(api.problemOf(await api.get(path)).code, path).toBe("invalid_text");
    }
    expect((await api.get("/api/v1/posts/thr_%00")).status).toBe(422);
  });
});
