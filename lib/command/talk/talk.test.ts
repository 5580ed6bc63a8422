import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { runWithJson } from "@/e2e/support/command-home";

const THREAD = `thr_${"A".repeat(22)}`;
const ANSWER = {
  status: "open",
  canonical_url: `https://cairn.example/threads/${THREAD}`,
  results: [],
  nothing_fits: null,
  thread: {
    thread_id: THREAD,
    append_key: "ak_the_only_copy",
    append_key_expires_at: "2100-01-01T00:00:00.000Z",
    replies_remaining: 20,
  },
};

const servers: Server[] = [];
test.afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => answer(request, response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A home folder, and where the program keeps what belongs to a service. */
function homeFor(base: string) {
  const home = test.info().outputPath("home");
  const place = path.join(home, ".config/cairn", base.replace(/[^\w.-]+/g, "_"));
  mkdirSync(place, { recursive: true });
  return { home, place };
}

const documentsIn = (stdout: string) =>
  stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test("a question that was interrupted after it was sent is kept, and says so", async () => {
  const interrupted = new AbortController();
  const base = await serve(() => interrupted.abort());
  const { home, place } = homeFor(base);
  const ran = await runWithJson(["ask", "Why?", "--json"], { base, home, cwd: home, signal: interrupted.signal });
  expect(ran.code).toBe(130);
  expect(documentsIn(ran.stdout)).toMatchObject([{ error: { code: "kept" } }]);
  const [file = ""] = readdirSync(path.join(place, "outbox"));
  const entry = JSON.parse(readFileSync(path.join(place, "outbox", file), "utf8"));
  expect([entry.input.q, typeof entry.maybe_sent_at]).toEqual(["Why?", "string"]);
});

test("where the key of a thread cannot be kept, it is shown with the answer", async () => {
  const base = await serve((_, response) => response.end(JSON.stringify({ data: ANSWER })));
  const { home, place } = homeFor(base);
  writeFileSync(path.join(place, "threads"), "a file in place of the folder");
  const ran = await runWithJson(["ask", "Why?", "--json"], { base, home, cwd: home });
  expect(documentsIn(ran.stdout)).toMatchObject([{ thread: { thread_id: THREAD } }]);
  expect(ran.stderr).toContain("CAIRN_APPEND_KEY=ak_the_only_copy");
  expect(ran.code).toBe(4);
});

test("no connection is made where its token cannot be kept", async () => {
  const requests: string[] = [];
  const base = await serve(({ url = "" }, response) => {
    requests.push(url);
    response.end('{"data":{"token":"ck_lost"}}');
  });
  const home = test.info().outputPath("home");
  mkdirSync(path.join(home, ".config"), { recursive: true });
  writeFileSync(path.join(home, ".config/cairn"), "a file in place of the folder");
  const { code, stderr } = await runWithJson(["login", "--new", "bot"], { base, home, cwd: home });
  expect([code, requests]).toEqual([1, []]);
  expect(stderr).toContain("cannot be used. ");
});

test("entries that cannot be sent do not keep the others from being sent", async () => {
  const sent: string[] = [];
  const base = await serve(({ headers }, response) => {
    const key = String(headers["idempotency-key"]);
    sent.push(key);
    response.writeHead(key === "broken" ? 500 : 200).end(JSON.stringify({ data: { ...ANSWER, thread: null } }));
  });
  const { home, place } = homeFor(base);
  mkdirSync(path.join(place, "outbox"));
  const put = (name: string, more: object) =>
    writeFileSync(
      path.join(place, "outbox", `${name}.json`),
      JSON.stringify({
        id: name,
        operation: "searchPost",
        input: { q: "Why?" },
        idempotency_key: name,
        token_digest: null,
        created_at: new Date().toISOString(),
        maybe_sent_at: null,
        refused: null,
        ...more,
      }),
    );
  for (let i = 10; i < 40; i += 1) put(`a${i}`, { token_digest: "of another token" });
  put("broken", {});
  put("last", {});
  writeFileSync(path.join(place, "outbox", "empty.json"), "{}");
  const { code, stdout } = await runWithJson(["outbox", "send", "--json"], { base, home, cwd: home });
  expect(code, stdout).toBe(4);
  expect(new Set(sent)).toEqual(new Set(["broken", "last"]));
  const [results] = documentsIn(stdout);
  expect(results.at(-1)).toMatchObject({ id: "last", state: "sent" });
  expect((await runWithJson(["outbox", "--json"], { base, home, cwd: home })).code).toBe(0);
});

test("an outbox that cannot be written leaves the result of the command as it is", async () => {
  const base = await serve((_, response) => response.end(JSON.stringify({ data: ANSWER })));
  const { home, place } = homeFor(base);
  mkdirSync(path.join(place, "outbox"));
  const entry = { id: "x", operation: "searchPost", input: { q: "Why?" }, refused: null, maybe_sent_at: null };
  writeFileSync(path.join(place, "outbox/x.json"), JSON.stringify({ ...entry, token_digest: null }));
  const blocked = { ...entry, id: `${"y".repeat(250)}` };
  writeFileSync(path.join(place, "outbox/y.json"), JSON.stringify({ ...blocked, token_digest: null }));
  const ran = await runWithJson(["search", "why", "--json"], { base, home, cwd: home });
  expect([ran.code, documentsIn(ran.stdout).length]).toEqual([0, 1]);
  expect(ran.stderr).toContain("The outbox could not be sent");
});

test("a look at a thread ends where the service does not answer", async () => {
  let requests = 0;
  const base = await serve((_, response) => {
    requests += 1;
    response.writeHead(503).end();
  });
  const { home } = homeFor(base);
  const { code } = await runWithJson(["watch", THREAD, "--once"], { base, home, cwd: home });
  expect([code, requests]).toEqual([3, 3]);
});

test("--version and --help do nothing else, whatever stands beside them", async () => {
  const requests: string[] = [];
  const base = await serve(({ url = "" }, response) => {
    requests.push(url);
    response.end("{}");
  });
  const { home } = homeFor(base);
  for (const args of [
    ["ask", "Why?", "--version"],
    ["ask", "Why?", "--help"],
    ["help", "ask"],
  ])
    expect((await runWithJson(args, { base, home, cwd: home })).code).toBe(0);
  expect(requests).toEqual([]);
});

test("an address with a password is refused, and the password is not shown", async () => {
  const home = test.info().outputPath("home");
  for (const url of ["https://user:secret@cairn.example", "https://cairn.example\\@other.example"]) {
    const { code, stderr } = await runWithJson(["search", "x", "--url", url], { base: "", home, cwd: home });
    expect([code, stderr]).toEqual([2, expect.stringContaining("is not the address of a service")]);
    expect(stderr).not.toContain("secret");
  }
});
