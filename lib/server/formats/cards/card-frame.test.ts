import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { PALETTE } from "@/lib/server/formats/cards/card-frame";

test("cards use the colours of the pages", () => {
  const [light = ""] = readFileSync("app/globals.css", "utf8").split("@media (prefers-color-scheme: dark)");
  for (const [name, colour] of Object.entries(PALETTE)) expect(light).toContain(`--${name}: ${colour};`);
});
