import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mock } from "node:test";
import { expect, test } from "@playwright/test";
import { CairnError, send } from "@/lib/client/call";
import { createClient, each, readText } from "@/lib/client/operations";
import { pollReplies } from "@/lib/client/poll-replies";
import { pause } from "@/lib/client/poll-round";

const servers: Server[] = [];
test.afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A service that answers as given; its origin. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveJson = (text: string, status = 200, headers = {}) =>
  serve((_, response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(text));

async function failure(made: Promise<unknown>): Promise<CairnError> {
  const error = await made.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CairnError) return error;
  throw new Error(`Not refused with a CairnError: ${error}`);
}

test("a redirect is not followed: the key and the text of an outcome reach no other address", async () => {
  const arrived: string[] = [];
  const other = await serve((request, response) => {
    arrived.push(request.url ?? "");
    response.end('{"data":{}}');
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const base = await serve((_, response) => response.writeHead(status, { location: `${other}/there` }).end());
    const cairn = createClient({ base, token: "ck_secret", attempts: 1 });
    const report = { post_id: "thr_x", append_key: "ak_secret", outcome: "failed" as const, text: "x" };
    const error = await failure(cairn.createReply(report));
    expect([error.status, error.code, error.isPassing]).toEqual([status, `http_${status}`, false]);
    expect(error.detail).toContain(`${other}/there`);
  }
  expect(arrived).toEqual([]);
});

test("an answer without data, or that is cut off, counts as no answer", async () => {
  for (const text of ["{}", "null", "[]", '"data"', "1", '{"data":', ""]) {
    const cairn = createClient({ base: await serveJson(text), attempts: 1 });
    expect((await failure(cairn.getSkill({ skill_id: "skl_x" }))).code, text).toBe("unreachable");
    expect((await failure(cairn.listSkills({}))).code, text).toBe("unreachable");
  }
});

test("a text that is cut off or endless counts as no answer", async () => {
  const cut = await serve((_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
  });
  const endless = await serve((_, response) => {
    const more = () => {
      while (response.write("x".repeat(100_000)));
      response.once("drain", more);
    };
    more();
  });
  const whole = await serve((_, response) => response.end("Grüße"));
  for (const base of [cut, endless])
    expect((await failure(send("/", {}, { base }).then(readText))).code).toBe("unreachable");
  expect(await send("/", {}, { base: whole }).then(readText)).toBe("Grüße");
});

test("Retry-After may be a number of seconds or a date", async () => {
  const inSeconds = async (text: string) => {
    const base = await serveJson('{"code":"rate_limited"}', 429, { "retry-after": text });
    return (await failure(createClient({ base, attempts: 1 }).listSkills({}))).retry_after_seconds;
  };
  expect(await inSeconds("20")).toBe(20);
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 10, 21) });
  expect(await inSeconds("Sat, 21 Nov 2026 00:01:00 GMT")).toBe(60);
  mock.timers.reset();
  for (const text of ["soon", "0", "Mon, 01 Jan 2001 00:00:00 GMT"]) expect(await inSeconds(text)).toBeNull();
});

test("a list whose cursor repeats ends with an error", async () => {
  const base = await serveJson('{"data":[],"next_cursor":"again"}');
  const cairn = createClient({ base });
  const readAll = async () => {
    for await (const _ of each(cairn.listSkills, {}));
  };
  await expect(readAll()).rejects.toThrow("repeats a cursor");
  const poll = async () => {
    for await (const _ of pollReplies("thr_x", null, { base, rounds: 1 }));
  };
  await expect(poll()).rejects.toThrow("repeats a cursor");
});

test("polling gives up after the failures that its caller allows", async () => {
  let requests = 0;
  const base = await serve((_, response) => {
    requests += 1;
    response.writeHead(503).end();
  });
  const poll = async () => {
    for await (const _ of pollReplies("thr_x", null, { base, everyMs: 1, attempts: 3 }));
  };
  expect((await failure(poll())).status).toBe(503);
  expect(requests).toBe(3);
});

test("a delay longer than a timer can be does not end at once", async () => {
  const given = new AbortController();
  let isOver = false;
  const paused = pause(2 ** 40, given.signal).then(() => {
    isOver = true;
  });
  // A delay that is too long would count as one of 1 ms, and timers end in the order of their times.
  await pause(50, undefined);
  expect(isOver).toBe(false);
  given.abort();
  await paused;
});

test("an id that would lead to another address is refused before it is sent", async () => {
  let requests = 0;
  const base = await serve((_, response) => {
    requests += 1;
    response.end('{"data":{}}');
  });
  for (const skill_id of ["", ".", ".."])
    await expect(createClient({ base }).getSkill({ skill_id })).rejects.toThrow(TypeError);
  await createClient({ base }).getSkill({ skill_id: "../x?y#z" });
  expect(requests).toBe(1);
});
