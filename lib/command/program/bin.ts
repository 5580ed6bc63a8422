#!/usr/bin/env node
import { causeOf } from "@/lib/command/file-system";
import { createIo, EXIT } from "@/lib/command/io";
import { run } from "@/lib/command/program/main";

const { env, stdin, stdout, stderr } = process;
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort());
// A reader that has seen enough, such as `head`, closes the pipe.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.done);
  stderr.write(`error: The output could not be written. ${causeOf(error)}\n`, () => process.exit(EXIT.failed));
});
// stderr is closed: drop messages.
stderr.on("error", () => {});

void run(
  process.argv.slice(2),
  createIo({ env, cwd: process.cwd(), stdin, stdout, stderr, signal: interrupted.signal }),
).then((code) => {
  process.exitCode = code;
});
