import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { p99, runShapes, shapes } from "@/e2e/faults/edge/run-shapes";
import { cleanUpOnSignals } from "@/e2e/support/clean-up";
import { startApp, startEngines } from "@/e2e/support/product";
import { buildIfNeeded } from "@/lib/start/build";

const TOKEN = "token-of-the-fault-suite";
const HELP = `Usage: npm run faults -- [--seed N] [--rounds N] [--only TEXT]

Treats a product of its own badly in ${shapes.length} shapes, with the limits that are shipped, while others use it.

  --seed N     what random bytes are made from (default: another one each time)
  --rounds N   how often the table is gone through (default 3)
  --only TEXT  only shapes whose name holds TEXT
  --port N     attack a product on this machine that runs already, with METRICS_TOKEN=${TOKEN}
  --pid N      its process: time in which it had to wait for a processor then does not count
`;

const { values: given } = parseArgs({
  options: {
    seed: { type: "string" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    port: { type: "string" },
    pid: { type: "string", default: "0" },
    help: { type: "boolean", default: false },
  },
});

if (given.help) process.stdout.write(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const seed = Number(given.seed ?? randomInt(2 ** 31));
  console.log(`seed ${seed}`);
  if (given.port) return attack(Number(given.port), Number(given.pid), seed);
  const engines = await startEngines();
  cleanUpOnSignals(engines.folder);
  try {
    await buildIfNeeded({ log: `${engines.folder}/build.log` });
    const app = await startApp({ engines, env: { RATE_LIMITS: "on", METRICS_TOKEN: TOKEN } });
    const code = await attack(Number(new URL(app.url).port), app.pid, seed);
    const ended = await app.stop();
    if (ended !== 0) console.log(`The product ended with ${ended}.`);
    return ended === 0 ? code : 1;
  } finally {
    await engines.close();
  }
}

async function attack(port: number, pid: number, seed: number): Promise<number> {
  const { outcomes, asked, slowest_ms } = await runShapes({
    port,
    pid,
    seed,
    token: TOKEN,
    rounds: Number(given.rounds),
    only: given.only,
    onOutcome: ({ name, from, to, said, wrong, waits_ms }) => {
      const waited = `the others waited at most ${(waits_ms.at(-1) ?? 0).toFixed(0)} ms`;
      console.log(
        `${wrong.length === 0 ? "ok   " : "WRONG"} ${String(to - from).padStart(6)} ms  ${name}  ${said}  ${waited}`,
      );
      for (const each of wrong) console.log(`         ${each}`);
    },
  });
  const waits = outcomes.flatMap(({ waits_ms }) => waits_ms).sort((a, b) => a - b);
  console.log(`99 of 100 answers came within ${p99(waits).toFixed(0)} ms`);
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0).length;
  console.log(
    `${outcomes.length} shapes, ${wrong} wrong; the others asked ${asked} times, slowest ${slowest_ms.toFixed(0)} ms`,
  );
  return wrong === 0 ? 0 : 1;
}
