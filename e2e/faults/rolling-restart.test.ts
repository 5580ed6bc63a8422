import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@/e2e/faults/product";
import { Api } from "@/e2e/support/api";
import { installFromDebian } from "@/e2e/support/browser";
import { question } from "@/e2e/support/fixtures";
import { startApp, throwAwayFolder } from "@/e2e/support/product";
import { listening } from "@/e2e/support/servers";
import { getLiveness } from "@/lib/contract/public/meta";
import { searchPost } from "@/lib/contract/public/search";
import { freePort } from "@/lib/start/ports";

/** The interval of the readiness checks, and the number of equal results before the state changes. */
const CHECK = { everyMs: 250, times: 2, answerMs: 5_000 } as const;
/** On an idle machine, an instance that fails readiness gets no more requests after this time. */
const NOTICED_MS = CHECK.everyMs * (CHECK.times + 1);
/** The longest possible time: a response to a check may take as long as the balancer's timeout. */
const NOTICED_MS_MAX = NOTICED_MS + CHECK.answerMs;

const INSTANCES = 2;
const CALLERS = 6;
/** Pause between the requests of one caller: the test measures lost requests, not throughput. */
const PAUSE_MS = 25;
const REQUESTS_MIN = 300;

test("a rolling restart behind a load balancer loses no request", async ({ product }) => {
  const { engines } = product;
  // The test measures losses during a restart, not deadlines, which a busy machine misses anyway.
  const env = { SHUTDOWN_DELAY_MS: String(NOTICED_MS_MAX), DATABASE_TIMEOUT_MS: "20000" };
  const ports = await Promise.all(Array.from({ length: INSTANCES }, () => freePort()));
  const apps = await Promise.all(ports.map((port) => startApp({ engines, port, env })));
  const balancer = await startBalancer(ports);
  test.info().annotations.push({ type: "load balancer", description: balancer.name });
  const callers = startCallers(balancer.url);
  try {
    for (const [place, port] of ports.entries()) {
      expect(await apps[place]?.stop(), apps[place]?.log().slice(-1_000)).toBe(0);
      apps[place] = await startApp({ engines, port, env });
      // The other instance must not stop before the balancer has seen this one return.
      await sleep(NOTICED_MS * 2);
    }
  } finally {
    await callers.finish();
    await balancer.close();
    await Promise.all(apps.map((app) => app.stop()));
  }
  expect(callers.lost).toEqual([]);
  expect(callers.answered()).toBeGreaterThan(REQUESTS_MIN);
});

test("SIGTERM fails readiness first while requests are served, and a second SIGTERM ends the delay", async ({
  product,
}) => {
  const port = await freePort();
  const app = await startApp({ engines: product.engines, port, env: { SHUTDOWN_DELAY_MS: "60000" } });
  const api = new Api(app.url);
  expect((await api.get("/api/health/ready")).status).toBe(200);
  process.kill(app.pid, "SIGTERM");
  await expect.poll(async () => (await api.get("/api/health/ready")).status, { intervals: [20] }).toBe(503);
  const stopping = await api.get("/api/health/ready");
  expect(api.problemOf(stopping).code).toBe("unavailable");
  expect(JSON.parse(stopping.text)).toMatchObject({ data: { status: "stopping" } });
  expect((await api.ok(getLiveness)).data.status).toBe("live");
  await sleep(1_500);
  expect((await api.ok(searchPost, { q: question() })).data.thread).not.toBeNull();
  const page = await fetch(`${app.url}/skills`);
  expect(page.status).toBe(200);
  // Callers with keep-alive connections through the balancer are told to reconnect, which leads to another instance.
  expect(page.headers.get("connection")).toBe("close");
  api.close();
  const began = performance.now();
  expect(await app.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
});

type Callers = { lost: string[]; answered(): number; finish(): Promise<void> };

/**
 * Readers, searchers and browser users that send requests until they are stopped. Lost: no response, or a server error.
 */
function startCallers(url: string): Callers {
  const lost: string[] = [];
  let answered = 0;
  let finishing = false;
  const paths = [
    () => "/api/v1/skills?limit=5",
    () => "/",
    () => `/api/v1/search?q=${encodeURIComponent(question())}`,
    () => "/api/v1/posts?limit=5",
    () => "/skills?q=postgres",
    () => "/api/v1/log?limit=5",
  ];
  async function call(place: number): Promise<void> {
    for (let round = place; !finishing; round += 1) {
      const path = paths[round % paths.length]?.() ?? "/";
      try {
        const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(20_000) });
        const text = await answer.text();
        const by = answer.headers.has("x-request-id") ? `an instance (${text.slice(0, 300)})` : "the balancer";
        if (answer.status >= 500) lost.push(`${answer.status} of ${by} ${path}`);
        else answered += 1;
      } catch (error) {
        const cause = error instanceof Error && error.cause ? error.cause : error;
        lost.push(`${cause} ${path}`);
      }
      await sleep(PAUSE_MS);
    }
  }
  const calling = Promise.all(Array.from({ length: CALLERS }, (_, place) => call(place)));
  return {
    lost,
    answered: () => answered,
    async finish() {
      finishing = true;
      await calling;
    },
  };
}

/**
 * A load balancer in front of instances: it sends requests round-robin to those whose last readiness checks returned
 * 200.
 */
type Balancer = { name: "HAProxy" | "of this test"; url: string; close(): Promise<void> };

/** Starts HAProxy, installing it if possible, else a small balancer with the same checks. */
async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const program = findHaproxy();
  return program ? startHaproxy(program, ports) : startOwn(ports);
}

function findHaproxy(): string | null {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/usr/local/sbin"];
  const present = () => folders.map((folder) => path.join(folder, "haproxy")).find((file) => existsSync(file)) ?? null;
  const found = present();
  if (found) return found;
  installFromDebian("haproxy");
  return present();
}

async function startHaproxy(program: string, ports: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const file = path.join(throwAwayFolder("haproxy"), "haproxy.cfg");
  const { everyMs, times, answerMs } = CHECK;
  writeFileSync(
    file,
    `
defaults
  mode http
  timeout connect 2s
  # Else a busy machine counts as one that is down.
  timeout check ${answerMs}ms
  timeout client 30s
  timeout server 30s
listen cairn
  bind 127.0.0.1:${port}
  option httpchk GET /api/health/ready
  http-check expect status 200
${ports.map((each) => `  server cairn${each} 127.0.0.1:${each} check inter ${everyMs}ms fall ${times} rise ${times}`).join("\n")}
`,
  );
  const child = spawn(program, ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const balancer: Balancer = {
    name: "HAProxy",
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.kill("SIGKILL");
      await ended;
    },
  };
  await untilItAnswers(balancer, () => said);
  return balancer;
}

async function startOwn(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const instances = ports.map((port) => ({ port, ready: false, same: 0 }));
  let turn = 0;
  const server = createServer((near, response) => {
    const ready = instances.filter((instance) => instance.ready);
    const target = ready[turn++ % ready.length];
    if (!target) return void response.writeHead(503).end();
    const { method, url, headers } = near;
    const far = request({ agent, port: target.port, host: "127.0.0.1", method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    far.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    near.pipe(far);
  });
  const checks = setInterval(() => {
    for (const instance of instances) {
      void isReady(instance.port).then((ready) => {
        instance.same = ready === instance.ready ? 0 : instance.same + 1;
        if (instance.same >= CHECK.times) Object.assign(instance, { ready, same: 0 });
      });
    }
  }, CHECK.everyMs);
  const { port, close } = await listening(server);
  const balancer: Balancer = {
    name: "of this test",
    url: `http://127.0.0.1:${port}`,
    async close() {
      clearInterval(checks);
      await close();
      agent.destroy();
    },
  };
  await untilItAnswers(balancer, () => "");
  return balancer;
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/health/ready`, { signal: AbortSignal.timeout(5_000) })
    .then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status === 200;
    })
    .catch(() => false);
}

async function untilItAnswers(balancer: Balancer, said: () => string): Promise<void> {
  const until = Date.now() + 20_000;
  const port = Number(new URL(balancer.url).port);
  while (!(await isReady(port))) {
    if (Date.now() > until) {
      await balancer.close();
      throw new Error(`The load balancer does not answer: ${said()}`);
    }
    await sleep(50);
  }
}
