import { expect, test } from "@playwright/test";
import { printable, style } from "@/lib/command/terminal";

test("the program's own marks become colours where colour belongs, and disappear elsewhere", () => {
  const text = `${style.bold("a")} ${style.red("b")}`;
  expect(printable(text, true)).toBe("\u001b[1ma\u001b[22m \u001b[31mb\u001b[39m");
  expect(printable(text, false)).toBe("a b");
});

test("a text written by others cannot steer the terminal", () => {
  const hostile = "a\u001b[2J\u001b]0;title\u0007b\u001b[8mc\u009b31md\u202ee\rf\n\tg\u200e\u200f\u061ch";
  for (const colour of [true, false]) expect(printable(hostile, colour)).toBe("a]0;titleb" + "c31mdef\n\tgh");
});

test("a text written by others cannot look like the program's own", () => {
  const hostile = "\u001b[31merror:\u001b[39m\u001b\u001b[1m[1m no";
  expect(printable(`${hostile}${style.dim(hostile)}`, true)).toBe("error:[1m no\u001b[2merror:[1m no\u001b[22m");
});
