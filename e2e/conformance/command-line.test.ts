import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, question, word } from "@/e2e/support/fixtures";
import { type Cli, installClient } from "@/e2e/support/programs";
import { listPosts } from "@/lib/contract/public/threads";
import { freePort } from "@/lib/start/ports";

let cli: Cli;
let line: Line;
/** An address at which nothing answers. */
let nowhere: string;

test.beforeAll(async ({ baseURL }) => {
  cli = await installClient(baseURL ?? "");
  line = await openLine(baseURL ?? "");
  nowhere = `http://127.0.0.1:${await freePort()}`;
});
test.afterAll(() => line.close());

/** The folder that the program keeps for a service. */
const placeName = (url: string) => url.replace(/[^\w.-]+/g, "_");

type Line = { url: string; state: "whole" | "answers lost" | "silent"; arrived: number; close(): void };

/** A line to the service whose answers can be cut off: the requests still arrive. */
async function openLine(base: string): Promise<Line> {
  const { hostname, port } = new URL(base);
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const upstream = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (method === "POST") made.arrived += 1;
      if (made.state === "answers lost") outgoing.destroy();
      if (made.state !== "whole") return answer.resume();
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      return answer.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const made: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state: "whole",
    arrived: 0,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return made;
}

/** Runs `cairn --json` over the line and reads its one answer. */
async function json(args: string[], expected = 0) {
  const { code, stdout, stderr } = await cli.run([...args, "--json"], { env: { CAIRN_URL: line.url } });
  expect(code, `${args.join(" ")}: ${stdout}${stderr}`).toBe(expected);
  const lines = stdout.split("\n").filter((text) => text !== "");
  expect(lines, stdout).toHaveLength(1);
  return JSON.parse(lines[0] ?? "");
}

/** How many public threads ask this. */
async function asked(api: Api, q: string): Promise<number> {
  return (await api.ok(listPosts, { q })).data.length;
}

test("a search publishes nothing, prints no colour into a pipe, and shows what it found", async ({ api }) => {
  const subject = word();
  const skill = await publishSkill({ title: `Stop the ${subject}`, description: `How to stop the ${subject}.` });
  // The index follows a publication a moment later.
  await expect(async () => {
    const { code, stdout, stderr } = await cli.run(["search", `stop the ${subject}`]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`cairn show ${skill.skill_id}/${skill.version_id}`);
  }).toPass({ timeout: 15_000 });
  const found = await cli.run(["search", `stop the ${subject}`]);
  expect(found.stdout).not.toContain("\u001b");
  expect(await asked(api, subject)).toBe(0);
  const shown = await cli.run(["show", `${skill.skill_id}/${skill.version_id}`]);
  expect(shown.stdout).toBe((await api.get(`/skills/${skill.skill_id}/versions/${skill.version_id}/SKILL.md`)).text);
  const { skill_md, version_id } = await json(["show", skill.skill_id]);
  const current = await api.get(`/skills/${skill.skill_id}/SKILL.md`);
  expect([skill_md, version_id]).toEqual([current.text, skill.version_id]);
});

test("a question, its outcome and its replies: each reply is printed once", async () => {
  const q = question();
  const { thread } = await json(["ask", q]);
  expect(Object.keys(thread)).not.toContain("append_key");
  const reported = await json(["outcome", "last", "partial", "It helped with half of it."]);
  expect(reported).toMatchObject({ reply: { post_id: thread.thread_id, outcome: "partial" }, replies_remaining: 19 });
  const shown = await json(["show", thread.canonical_url]);
  expect([shown.title, shown.replies.length]).toEqual([q, 1]);
  expect(await json(["watch", thread.thread_id, "--once"])).toMatchObject({ text: "It helped with half of it." });
  const again = await cli.run(["watch", "last", "--once"], { env: { CAIRN_URL: line.url } });
  expect(again).toEqual({ code: 0, stdout: "", stderr: "" });
  const piped = await cli.run(["outcome", "last", "resolved", "-", "--json"], {
    stdin: "All of it works.\n",
    env: { CAIRN_URL: line.url },
  });
  expect(JSON.parse(piped.stdout).reply.text).toBe("All of it works.");
});

test("a question whose answer is lost is kept, and takes effect once although it had arrived", async ({ api }) => {
  const subject = word();
  line.state = "answers lost";
  expect(await json(["ask", `Why does the ${subject} turn?`], 3)).toMatchObject({ error: { code: "kept" } });
  expect(await asked(api, subject)).toBe(1);
  const [entry] = await json(["outbox"]);
  expect(entry).toMatchObject({ kind: "question", state: expect.stringContaining("may have arrived") });
  line.state = "whole";
  const next = await cli.run(["search", subject], { env: { CAIRN_URL: line.url } });
  expect(next.stderr).toContain(`Sent what was kept as ${entry.id}`);
  expect(await json(["outbox"])).toEqual([]);
  expect(await asked(api, subject)).toBe(1);
  const reported = await json(["outcome", "last", "resolved", "It stands still."]);
  expect(reported.replies_remaining).toBe(19);
});

test("a question survives a killed program, and two programs that send it at once send it once", async ({ api }) => {
  const subject = word();
  const before = line.arrived;
  line.state = "silent";
  const killed = cli.start(["ask", `Why does the ${subject} hum?`], { env: { CAIRN_URL: line.url } });
  await expect.poll(() => line.arrived).toBe(before + 1);
  killed.kill("SIGKILL");
  line.state = "whole";
  const sends = await Promise.all([json(["outbox", "send"]), json(["outbox", "send"])]).then((all) => all.flat());
  expect(sends.map(({ state }) => state)).toContain("sent");
  expect(await json(["outbox"])).toEqual([]);
  expect(await asked(api, subject)).toBe(1);
});

test("what may have arrived long ago is sent again only by its name", async ({ api }) => {
  const subject = word();
  line.state = "answers lost";
  await json(["ask", `Why does the ${subject} glow?`], 3);
  line.state = "whole";
  const folder = path.join(cli.home, ".config/cairn", placeName(line.url), "outbox");
  const [name = ""] = readdirSync(folder);
  const file = path.join(folder, name);
  const long = new Date(Date.now() - 2 * 86_400_000).toISOString();
  writeFileSync(file, readFileSync(file, "utf8").replace(/("maybe_sent_at": )"[^"]*"/, `$1"${long}"`));
  const [{ id, state }] = await json(["outbox", "send"], 4);
  expect(state).toBe("waiting");
  expect(await asked(api, subject)).toBe(1);
  expect(await json(["outbox", "send", "--again", id])).toMatchObject([{ id, state: "sent" }]);
});

test("what the service refuses later stays to be read, and is not sent again", async () => {
  const unreachable = { env: { CAIRN_URL: nowhere } };
  const offline = await cli.run(["ask", "Is 1 < 2?"], unreachable);
  expect([offline.code, offline.stdout]).toEqual([3, ""]);
  expect(offline.stderr).toContain("is kept as");
  const [entry] = JSON.parse((await cli.run(["outbox", "--json"], unreachable)).stdout);
  expect(entry.state).toBe("waits");
  const places = path.join(cli.home, ".config/cairn");
  const target = path.join(places, placeName(line.url), "outbox", `${entry.id}.json`);
  writeFileSync(target, readFileSync(path.join(places, placeName(nowhere), "outbox", `${entry.id}.json`)));
  expect(await json(["outbox", "send"], 4)).toMatchObject([{ state: "refused" }]);
  expect(await json(["outbox", "send"])).toEqual([]);
  expect(await json(["outbox"])).toMatchObject([{ state: expect.stringContaining("refused (validation_failed") }]);
  await json(["outbox", "drop", entry.id]);
  expect(await json(["outbox"])).toEqual([]);
});

test("login keeps a token that the service knows, for the user alone; questions are asked in its name", async () => {
  const wrong = await cli.run(["login", "--json"], { stdin: "ck_wrong\n", env: { CAIRN_URL: line.url } });
  expect([wrong.code, JSON.parse(wrong.stdout).error.code]).toEqual([1, "invalid_token"]);
  const made = await json(["login", "--new", `bot ${word()}`]);
  expect(Object.keys(made).sort()).toEqual(["connection_id", "mark", "mode", "name", "role"]);
  const file = path.join(cli.home, ".config/cairn", placeName(line.url), "token.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { token } = JSON.parse(readFileSync(file, "utf8"));
  const { thread } = await json(["ask", question()]);
  expect((await json(["show", thread.thread_id])).opening.author.mark).toBe(made.mark);
  await json(["logout"]);
  const again = await cli.run(["login"], { stdin: `${token}\n`, env: { CAIRN_URL: line.url } });
  expect([again.code, again.stdout]).toEqual([0, `Logged in as ${made.name} (${made.mark}).\n`]);
  await json(["logout"]);
});

test("errors go to stderr, say what to do next, and end with their own codes", async () => {
  const cases: [string[], number, RegExp][] = [
    [["serch"], 2, /There is no command serch\. Did you mean search\?\nRun the command with --help/],
    [["search"], 2, /<words\.\.\.> is missing/],
    [["search", "x", "--limt", "2"], 2, /Unknown option '--limt'/],
    [["search", "x", "--limit"], 2, /--limit <value>' argument missing/],
    [["watch", "last", "now"], 2, /Unexpected argument: now/],
    [["outcome", "last", "fine", "It is."], 2, /fine is not an outcome\.\nUse one of/],
    [["show", "nothing"], 2, /is neither a skill nor a thread/],
    [["show", "skl_AAAAAAAAAAAAAAAAAAAAAA"], 1, /No skill or version has this id/],
    [["outcome", "thr_AAAAAAAAAAAAAAAAAAAAAA", "failed", "It did not."], 1, /No key .*\nSet CAIRN_APPEND_KEY/],
    [["search", "x", "--url", "ftp://there"], 2, /ftp:\/\/there is not the address of a service/],
    [["search", "x", "--url", nowhere], 3, /ECONNREFUSED.*\nTry again later/],
  ];
  for (const [args, code, told] of cases) {
    const ran = await cli.run(args);
    expect([args, ran.code, ran.stdout]).toEqual([args, code, ""]);
    expect(ran.stderr).toMatch(told);
  }
});
