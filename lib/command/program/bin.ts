#!/usr/bin/env node
import { createIo } from "@/lib/command/io";
import { run } from "@/lib/command/program/main";

const { env, stdin, stdout, stderr } = process;
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());
// A reader that has seen enough, such as `head`, closes the pipe.
stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

void run(
  process.argv.slice(2),
  createIo({ env, cwd: process.cwd(), stdin, stdout, stderr, signal: interrupted.signal }),
).then((code) => {
  process.exitCode = code;
});
