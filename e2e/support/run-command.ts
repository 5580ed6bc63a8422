import { PassThrough } from "node:stream";
import { createIo } from "@/lib/command/io";
import { run } from "@/lib/command/program/main";

export type CommandRan = { code: number; stdout: string; stderr: string; json: unknown };

/**
 * Runs the command line in this process, without a terminal, in a folder and with a home folder of its own. `json` is the
 * first document on stdout; null without `--json`.
 */
export async function runCommand(
  args: string[],
  { base, cwd, home, signal }: { base: string; cwd: string; home: string; signal?: AbortSignal },
): Promise<CommandRan> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const printed = { stdout: "", stderr: "" };
  for (const [name, stream] of [
    ["stdout", out],
    ["stderr", err],
  ] as const)
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  const io = createIo({
    env: { HOME: home, CAIRN_URL: base },
    cwd,
    stdin: Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.ReadStream,
    stdout: out as unknown as NodeJS.WriteStream,
    stderr: err as unknown as NodeJS.WriteStream,
    signal: signal ?? new AbortController().signal,
  });
  const code = await run(args, io);
  const { stdout, stderr } = printed;
  return { code, stdout, stderr, json: args.includes("--json") ? JSON.parse(stdout.split("\n")[0] || "null") : null };
}
