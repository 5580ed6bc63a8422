import { PassThrough } from "node:stream";
import { expect, test } from "@playwright/test";
import { createIo } from "@/lib/command/io";
import { style } from "@/lib/command/style";

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
  const { signal } = new AbortController();
  const given = { env: { HOME: "/home/ada", ...env }, cwd: "/", stdin, signal };
  const io = createIo({ ...given, stdout: stream("out"), stderr: stream("err") });
  return { io, written, stdin };
}

test("colour and progress are for terminals", () => {
  for (const [isTTY, env, out, err] of [
    [true, {}, `${style.red("no")}\n`, "\r\u001b[KWaiting …\r\u001b[K"],
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
