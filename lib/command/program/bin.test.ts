import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** Starts the program, below a shell if `after` says where its output goes. Stdin stays open. */
function start(args: string[], after = "") {
  const home = test.info().outputPath("home");
  mkdirSync(home, { recursive: true });
  const program = [process.execPath, "--import", "tsx", path.join(PROJECT_ROOT, "lib/command/program/bin.ts"), ...args];
  const child = spawn("sh", ["-c", `exec "$@" ${after}`, "sh", ...program], {
    cwd: PROJECT_ROOT,
    env: { PATH: process.env.PATH, HOME: home, CAIRN_URL: "http://127.0.0.1:1", NODE_ENV: "test" },
  });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  const ended = once(child, "close").then(([code]) => ({ code, ...printed }));
  return { child, ended };
}

test("a reader of stderr that went away does not change the exit code", { tag: "@slow" }, async () => {
  const { child, ended } = start(["versions", "--bad"]);
  child.stderr.destroy();
  expect(await ended).toMatchObject({ code: 2, stdout: "" });
});

test("output that cannot be written is an error that says so; a reader that has seen enough is none", {
  tag: "@slow",
}, async () => {
  const full = await start(["--help"], "> /dev/full").ended;
  expect(full).toEqual({ code: 1, stdout: "", stderr: "error: The output could not be written. The disk is full.\n" });
  const { child, ended } = start(["--help"]);
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
});

test("an interrupt while stdin is read ends the program", { tag: "@slow" }, async () => {
  const { child, ended } = start(["ask", "-"]);
  // A pipe does not hold as much: once it is written, the program reads.
  await new Promise((resolve) => child.stdin.write(" ".repeat(1_000_000), resolve));
  child.kill("SIGINT");
  expect(await ended).toEqual({ code: 130, stdout: "", stderr: "" });
});
