import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { testVariables, variables } from "@/lib/platform/env";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** Read before there is a configuration: it says where the configuration may be. */
const READ_BY_THE_START = ["CAIRN_DATA_DIR"];

test(".env.example names every variable that an operator can set, and no other", () => {
  const example = readFileSync(path.join(PROJECT_ROOT, ".env.example"), "utf8");
  const named = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? "");
  const settable = variables.filter((name) => !testVariables.includes(name));
  expect(named.sort()).toEqual([...settable, ...READ_BY_THE_START].sort());
});
