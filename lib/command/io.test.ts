import { PassThrough } from "node:stream";
import { expect, test } from "@playwright/test";
import { createIo } from "@/lib/command/io";
import { style } from "@/lib/command/terminal";

/** An Io on streams that are terminals or not, and what was written to them. */
function scene({ isTTY, env = {} }: { isTTY: boolean; env?: Record<string, string> }) {
  const written = { out: "", err: "" };
  const stream = (name: "out" | "err") => {
    const made = Object.assign(new PassThrough(), { isTTY });
    made.on("data", (chunk) => {
      written[name] += chunk;
    });
    return made as unknown as NodeJS.WriteStream;
  };
  const stdin = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.ReadStream;
  const interrupted = new AbortController();
  const given = { env: { HOME: "/home/ada", ...env }, cwd: "/", stdin, signal: interrupted.signal };
  const io = createIo({ ...given, stdout: stream("out"), stderr: stream("err") });
  return { io, written, stdin, interrupt: () => interrupted.abort() };
}

test("colour and progress are for terminals", () => {
  for (const [isTTY, env, out, err] of [
    [true, {}, "\u001b[31mno\u001b[39m\n", "\r\u001b[KWaiting …\r\u001b[K"],
    [true, { NO_COLOR: "1" }, "no\n", "\r\u001b[KWaiting …\r\u001b[K"],
    [true, { TERM: "dumb" }, "no\n", ""],
    [false, {}, "no\n", ""],
  ] as const) {
    const { io, written } = scene({ isTTY, env });
    io.progress("Waiting …");
    io.answer({}, style.red("no"));
    expect(written).toEqual({ out, err });
  }
});

test("with --json a result is one line of JSON, and remarks stay on stderr", () => {
  const { io, written } = scene({ isTTY: false });
  io.json = true;
  io.note("by the way");
  io.answer({ text: "two\nlines" }, "text");
  expect(written).toEqual({ out: '{"text":"two\\nlines"}\n', err: "by the way\n" });
});

test("nobody is asked without a terminal, and what is piped in can be read", async () => {
  const { io, stdin } = scene({ isTTY: false });
  expect(await io.ask("Who is there? ")).toBeNull();
  Object(stdin).end("somebody\n");
  expect(await io.input()).toBe("somebody\n");
});

test("the user's own files lie where the system says, and the address has no slash at its end", () => {
  const { io } = scene({ isTTY: false, env: { CAIRN_URL: "https://cairn.example/" } });
  expect([io.base, io.settings, io.token]).toEqual(["https://cairn.example", "/home/ada/.config/cairn", null]);
  const other = scene({ isTTY: false, env: { XDG_CONFIG_HOME: "/etc/ada", CAIRN_TOKEN: "ck_a" } }).io;
  expect([other.settings, other.token]).toEqual(["/etc/ada/cairn", "ck_a"]);
});

test("Ctrl-C at a question interrupts the command, whether typing is shown or not", async () => {
  for (const hidden of [true, false]) {
    const { io, stdin, written } = scene({ isTTY: true });
    const asked = io.ask("Token: ", { hidden });
    Object(stdin).write("ck_\u0003");
    await expect(asked).rejects.toThrow(/abort/);
    expect(io.signal.aborted).toBe(true);
    expect(written.err).toMatch(/\n$/);
    await expect(io.ask("Again? ")).rejects.toThrow(/abort/);
  }
});

test("a question whose input ends has no answer", async () => {
  const { io, stdin, written } = scene({ isTTY: true });
  const asked = io.ask("Token: ");
  Object(stdin).end();
  expect([await asked, io.signal.aborted]).toEqual([null, false]);
  expect(written.err).toMatch(/\n$/);
});

test("an interrupt ends the reading of what is piped in", async () => {
  const { io, interrupt } = scene({ isTTY: false });
  const read = io.input();
  interrupt();
  await expect(read).rejects.toThrow(/abort/);
});

test("JSON on a terminal cannot steer it either", () => {
  const { io, written } = scene({ isTTY: true });
  io.json = true;
  io.answer({ text: "\u001b[2J\u009b31m\u202eé" }, "");
  expect(written.out).toBe('{"text":"\\u001b[2J\\u009b31m\\u202eé"}\n');
  expect(JSON.parse(written.out)).toEqual({ text: "\u001b[2J\u009b31m\u202eé" });
});
