import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { installFromDebian } from "@/e2e/support/browser";
import { listening } from "@/e2e/support/listening";
import { throwAwayFolder } from "@/e2e/support/product";
import { freePort } from "@/lib/start/ports";

/**
 * A load balancer in front of instances: it sends requests round-robin to those whose last readiness checks returned
 * 200.
 */
export type Balancer = { name: "HAProxy" | "of this test"; url: string; close(): Promise<void> };

/** The interval of the readiness checks, and the number of equal results before the state changes. */
const CHECK = { everyMs: 250, times: 2, answerMs: 5_000 } as const;
/** On an idle machine, an instance that fails readiness gets no more requests after this time. */
export const NOTICED_MS = CHECK.everyMs * (CHECK.times + 1);
/** The longest possible time: a response to a check may take as long as the balancer's timeout. */
export const NOTICED_MS_MAX = NOTICED_MS + CHECK.answerMs;

/** Starts HAProxy, installing it if possible, else a small balancer with the same checks. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
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
