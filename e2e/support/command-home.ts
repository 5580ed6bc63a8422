import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { PassThrough } from "node:stream";
import { sampleConfigurations } from "@/e2e/samples/rows";
import { putFile } from "@/e2e/support/made-project";
import { listening } from "@/e2e/support/servers";
import { createIo, type Io } from "@/lib/command/io";
import { run } from "@/lib/command/program/main";

/** A run of the command line: its exit code and what it printed. */
export type CommandRun = { code: number; stdout: string; stderr: string };

/** With the first document on stdout; null without `--json`. */
export type JsonRun = CommandRun & { json: unknown };

type Surrounded = {
  home: string;
  cwd?: string;
  base?: string;
  env?: Record<string, string>;
  /** What a user types at each question; without it there is no terminal. */
  typed?: string[];
  signal?: AbortSignal;
};

/** Runs the command line in this process, in a home folder of its own. */
export async function runCommand(
  args: string[],
  { home, cwd = home, base, env, typed, signal }: Surrounded,
): Promise<CommandRun> {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    streams[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  if (typed) for (const stream of Object.values(streams)) Object.assign(stream, { isTTY: true });
  streams.stdin.end(typed ? typed.map((line) => `${line}\n`).join("") : "");
  const io = createIo({
    env: { HOME: home, NO_COLOR: "1", ...(base === undefined ? {} : { CAIRN_URL: base }), ...env },
    cwd,
    // The program uses of a process's streams what every stream has, and isTTY.
    ...(streams as unknown as Pick<Parameters<typeof createIo>[0], "stdin" | "stdout" | "stderr">),
    signal: signal ?? new AbortController().signal,
  }) satisfies Io;
  return { code: await run(args, io), ...printed };
}

/** The same, with what it printed as JSON. */
export async function runWithJson(args: string[], surrounded: Surrounded): Promise<JsonRun> {
  const ran = await runCommand(args, surrounded);
  return { ...ran, json: args.includes("--json") ? JSON.parse(ran.stdout.split("\n")[0] || "null") : null };
}

/** Everything below a folder: the bytes of files, the targets of links, and modes. */
export function treeOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(folder, name);
      const stat = lstatSync(file);
      const kind = stat.isSymbolicLink()
        ? `-> ${readlinkSync(file)}`
        : stat.isFile()
          ? readFileSync(file, "latin1")
          : "/";
      return [name, `${(stat.mode & 0o777).toString(8)} ${kind}`];
    }),
  );
}

/** Writes files below a folder. */
export function putFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) putFile(folder, name, text);
}

/** A home folder with the sample configurations of every agent, each in a form of the text. */
export function agentHome(folder: string, form = (text: string) => text): string {
  mkdirSync(folder, { recursive: true });
  putFiles(folder, Object.fromEntries(sampleConfigurations.map(({ file, text }) => [file, form(text)])));
  return folder;
}

/** The text of a file of a home folder. */
export function textIn(home: string, { file }: { file: string }): string {
  return readFileSync(path.join(home, file), "utf8");
}

/** A guide as the service serves it at /skill.md. */
export const AGENT_GUIDE = "---\nname: cairn\ndescription: How to use it.\n---\n\n# Use Cairn\n";

/** A server that answers with fixed texts by path, else 404; returns its origin and an end. */
export async function serveTexts(texts: Record<string, string>): Promise<{ base: string; end: () => void }> {
  const server = createServer(({ url = "" }, response) => {
    const text = texts[url];
    response.writeHead(text === undefined ? 404 : 200, { "content-type": "text/markdown" }).end(text ?? "Not here.");
  });
  const { port, close } = await listening(server);
  return { base: `http://127.0.0.1:${port}`, end: () => void close() };
}
