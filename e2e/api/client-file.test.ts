import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@/e2e/support/api";
import { question } from "@/e2e/support/fixtures";

test("the served client can be imported as one file and knows the service's URL", async ({ api }) => {
  const { status, headers, text } = await api.get("/client.js");
  expect([status, headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect(headers["access-control-allow-origin"]).toBe("*");
  const folder = mkdtempSync(path.join(tmpdir(), "cairn-client-"));
  try {
    const file = path.join(folder, "client.mjs");
    writeFileSync(file, text);
    const client: typeof import("@/lib/client/index") = await import(pathToFileURL(file).href);
    const q = question();
    expect(await client.search(q, { preview: true })).toMatchObject({ query: q, thread: null, match_quality: "none" });
    const { thread } = await client.search(q);
    const rounds = client.pollReplies(thread?.thread_id ?? "", null, { everyMs: 100, rounds: 1 });
    expect(await rounds.next()).toEqual({ done: true, value: undefined });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the client and its types return 304 for a known ETag", async ({ api }) => {
  const types = await api.get("/client.d.ts");
  expect([types.status, types.headers["content-type"]]).toEqual([200, "application/typescript; charset=utf-8"]);
  expect(types.text).toContain("declare function pollReplies(");
  for (const address of ["/client.js", "/client.d.ts"]) {
    const { headers } = await api.get(address);
    const again = await api.get(address, { "if-none-match": String(headers.etag) });
    expect([address, again.status, again.text]).toEqual([address, 304, ""]);
  }
});
