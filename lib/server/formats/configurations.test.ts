import { expect, test } from "@playwright/test";
import { parse } from "yaml";
import { TOKEN_VARIABLE } from "@/lib/contract/mcp-servers";
import { clientConfigurations } from "@/lib/server/formats/configurations";

const base = "https://cairn.example";
const configurations = clientConfigurations(base);

test("every configuration names the endpoint, in both forms, and is well formed", () => {
  for (const { id, language, text, textWithToken } of configurations) {
    for (const form of [text, textWithToken]) {
      expect(form, id).toContain(`${base}/api/v1/mcp`);
      if (language === "json") expect(parse(form), id).toEqual(JSON.parse(form));
    }
  }
  expect(new Set(configurations.map(({ id }) => id)).size).toBe(configurations.length);
});

test("a token is read from the environment or asked for, and stands in no file", () => {
  for (const { id, text, textWithToken } of configurations) {
    expect(text, id).not.toMatch(/Bearer|bearer/);
    const named = textWithToken.includes(TOKEN_VARIABLE) || textWithToken.includes("${input:");
    expect(named, id).toBe(true);
  }
});
