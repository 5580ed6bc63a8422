import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { allowsCopying, spdxOf, spdxOfFile, spdxUrl } from "@/lib/domain/skills/licenses";

test("identifiers, expressions and usual names become SPDX expressions", () => {
  for (const [text, expected] of [
    ["MIT", "MIT"],
    ["mit", "MIT"],
    [" apache-2.0 ", "Apache-2.0"],
    ["Apache License, Version 2.0", "Apache-2.0"],
    ["MIT OR Apache-2.0", "MIT OR Apache-2.0"],
    ["GPL-3.0-or-later WITH Classpath-exception-2.0", "GPL-3.0-or-later WITH Classpath-exception-2.0"],
  ])
    expect(spdxOf(text ?? ""), text).toBe(expected);
});

test("a text that only resembles a licence is none", () => {
  for (const text of [
    "Complete terms in LICENSE.txt",
    "Proprietary",
    "UNLICENSED",
    "Limited use",
    "BSD",
    "MIT-like",
    "",
    "All rights reserved",
  ])
    expect(spdxOf(text), text).toBeNull();
});

test("a licence file is recognised by its wording or its SPDX line", () => {
  const mit = readFileSync(path.resolve(import.meta.dirname, "../../../LICENSE"), "utf8");
  expect(spdxOfFile(mit)).toBe("MIT");
  expect(spdxOfFile("\n      Apache License\n   Version 2.0, January 2004\n\n 1. Definitions …")).toBe("Apache-2.0");
  expect(spdxOfFile("GNU LESSER GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007\n GNU General Public License")).toBe(
    "LGPL-3.0-only",
  );
  expect(spdxOfFile("Attribution-NonCommercial-ShareAlike 4.0 International")).toBe("CC-BY-NC-SA-4.0");
  expect(spdxOfFile("Redistribution and use in source and binary forms, … Neither the name of …")).toBe("BSD-3-Clause");
  expect(spdxOfFile("# SPDX-License-Identifier: MPL-2.0\nSee the site.")).toBe("MPL-2.0");
});

test("a licence file that is two licences, or an unknown one, is not guessed", () => {
  const mit = readFileSync(path.resolve(import.meta.dirname, "../../../LICENSE"), "utf8");
  expect(spdxOfFile(`Apache License Version 2.0, January 2004\n\n${mit}`)).toBeNull();
  expect(
    spdxOfFile(
      "© 2026 Acme. All rights reserved. Permission is hereby granted, free of charge, to any person obtaining a copy, for evaluation.",
    ),
  ).toBeNull();
  expect(spdxOfFile("")).toBeNull();
});

test("only a single identifier has an address", () => {
  expect(spdxUrl("Apache-2.0")).toBe("https://spdx.org/licenses/Apache-2.0.html");
  expect(spdxUrl("MIT OR Apache-2.0")).toBeNull();
  expect(spdxUrl("../evil")).toBeNull();
});

test("a file that only holds blanks, and an expression without end, take no time and are no licence", () => {
  for (const text of ["\n".repeat(130_000), `SPDX-License-Identifier: MIT${" ".repeat(130_000)}x`])
    expect(spdxOfFile(text)).toBeNull();
  expect(spdxOfFile("text\n\n/* * SPDX-License-Identifier: MIT OR Apache-2.0 */\r\n")).toBe("MIT OR Apache-2.0");
  expect(spdxOf(`MIT${" OR MIT".repeat(10_000)}`)).toBeNull();
});

test("a known free licence allows a copy; unknown, private and non-commercial ones do not", () => {
  for (const license of [
    "MIT",
    "Apache-2.0",
    "MIT OR Commercial-1",
    "(MIT AND CC-BY-4.0)",
    "CC-BY-NC-4.0 OR MIT",
    "GPL-3.0+",
  ])
    expect([license, allowsCopying(license)]).toEqual([license, license !== "MIT OR Commercial-1"]);
  for (const license of [
    null,
    "",
    "UNLICENSED",
    "SEE LICENSE IN LICENSE.md",
    "CC-BY-NC-4.0",
    "MIT AND CC-BY-ND-4.0",
    "BUSL-1.1",
  ])
    expect([license, allowsCopying(license)]).toEqual([license, false]);
});
