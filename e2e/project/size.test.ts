import { expect, test } from "@playwright/test";
import { sizeInWords, sizeOf } from "@/e2e/project/rooms";

test("a small file that one file imports is named, and others are not", () => {
  const long = "// a line\n".repeat(40);
  const size = sizeOf([
    { file: "lib/a/once.ts", text: "export const once = 1;\n" },
    { file: "lib/a/twice.tsx", text: "export const twice = 1;\n" },
    { file: "lib/a/long.ts", text: long },
    {
      file: "lib/b.ts",
      text: 'import { once } from "@/lib/a/once";\nimport { twice } from "@/lib/a/twice";\nimport "@/lib/a/long";\n',
    },
    { file: "lib/c.ts", text: 'const { twice } = await import("@/lib/a/twice");\nimport { x } from "@/lib/a/long";\n' },
  ]);
  expect(size).toEqual({ lines: 47, files: 5, median: 2, joinable: ["lib/a/once.ts"] });
  expect(sizeInWords(size)).toBe(
    "Product: 47 lines in 5 files, half of them under 2 lines.\nUnder 40 lines and imported by one file: 1.\n  lib/a: once.ts",
  );
});
