import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { compressed, prefersMarkdown, prefersPage } from "@/lib/server/pages/negotiate";

test("markdown is for those who would rather have it than HTML", () => {
  for (const accept of [
    "text/markdown",
    "text/markdown, text/html",
    "text/markdown, text/html;q=0.9, */*;q=0.1",
    "text/html;q=0.4, text/markdown;q=0.5",
    "TEXT/MARKDOWN",
  ]) {
    expect(prefersMarkdown(accept), accept).toBe(true);
  }
  for (const accept of [
    undefined,
    "",
    "*/*",
    "text/*",
    "text/html",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
    "text/html, text/markdown",
    "text/html;q=0.5, text/markdown;q=0.4",
    "text/markdown;q=0",
    "text/markdown;q=0, */*",
    "application/json",
  ]) {
    expect(prefersMarkdown(accept), accept).toBe(false);
  }
});

test("a refusal is a page for browsers that show one, and JSON for everybody else", () => {
  for (const accept of ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"]) {
    expect(prefersPage(accept), accept).toBe(true);
  }
  for (const accept of [undefined, "", "*/*", "application/json, text/html;q=0.5", "application/problem+json, */*"]) {
    expect(prefersPage(accept), accept).toBe(false);
  }
});

const SCRIPT = Buffer.from("let one = 1;\n".repeat(200));

function asked(url: string, encodings: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { url, headers: { "accept-encoding": encodings } });
}

const answer = (headers: Record<string, string> = {}, status = 200) => ({
  status,
  headers: { "content-type": "application/javascript", ...headers },
  body: SCRIPT,
});

test("an answer is sent in the encoding that its client accepts, and says that it differs by it", async () => {
  const { headers, body } = await compressed(asked("/a.js", "gzip"), answer({ vary: "Accept" }));
  expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept, Accept-Encoding" });
  expect(gunzipSync(body as Uint8Array)).toEqual(SCRIPT);
  expect((await compressed(asked("/a.js", "identity"), answer())).body).toBe(SCRIPT);
});

test("a part of a file is sent as it is: its range counts the bytes of the file", async () => {
  const part = answer({ "content-range": "bytes 0-2599/9000" }, 206);
  const { headers, body } = await compressed(asked("/a.js", "br, gzip"), part);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body).toBe(SCRIPT);
});

test("a file that never changes is compressed once for each encoding and version of it", async () => {
  const file = (etag: string) => answer({ "cache-control": "public, max-age=31536000, immutable", etag });
  const bodyOf = async (url: string, encoding: string, etag: string) =>
    (await compressed(asked(url, encoding), file(etag))).body;
  const first = await bodyOf("/_next/static/a.js", "br", 'W/"1"');
  expect(await bodyOf("/_next/static/a.js", "br", 'W/"1"')).toBe(first);
  expect(await bodyOf("/_next/static/a.js", "gzip", 'W/"1"')).not.toBe(first);
  expect(await bodyOf("/_next/static/a.js", "br", 'W/"2"')).not.toBe(first);
  expect(await bodyOf("/_next/static/b.js", "br", 'W/"1"')).not.toBe(first);
});

test("other answers are compressed anew", async () => {
  const page = () => compressed(asked("/skills", "br"), answer({ "cache-control": "no-cache", etag: '"1"' }));
  expect((await page()).body).not.toBe((await page()).body);
});
