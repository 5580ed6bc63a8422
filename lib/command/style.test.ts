import { expect, test } from "@playwright/test";
import { printable, style } from "@/lib/command/style";

test("the program's own marks stay where colour belongs, and disappear elsewhere", () => {
  const text = `${style.bold("a")} ${style.red("b")}`;
  expect(printable(text, true)).toBe(text);
  expect(printable(text, false)).toBe("a b");
});

test("a text written by others cannot steer the terminal", () => {
  const hostile = "a\u001b[2J\u001b]0;title\u0007b\u001b[8mc\u009b31md\u202ee\rf\n\tg";
  for (const colour of [true, false]) expect(printable(hostile, colour)).toBe("a]0;titleb" + "c31mdef\n\tg");
});
