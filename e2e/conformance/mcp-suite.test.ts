import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { connect } from "@/e2e/support/knowledge";
import { runProgram } from "@/e2e/support/programs";
import { MCP_PATH } from "@/lib/contract/mcp-servers";
import { connectionTools, publicTools } from "@/lib/server/mcp/tools/all";

const SUITE = "@modelcontextprotocol/conformance/dist/index.js";
const INSPECTOR = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const GLOB_SYNC = pathToFileURL(path.join(import.meta.dirname, "../support/glob-sync.mjs")).href;
const Checks = z.array(z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));
/**
 * The only permitted reasons for a failing check: it needs the suite's example server, or it is the tasks extension.
 */
const WANTING =
  /(Tool|Prompt|Resource|Method) (.* )?not found|^Resource not found|^Not testable|^Tool '.*' not found|-32601|failing_job|fixture .* unavailable|^Prerequisite failed|^Expected InputRequiredResult|extensions\["io\.modelcontextprotocol\/tasks"\]/;

test.describe.configure({ mode: "parallel", timeout: 120_000 });

/** Runs the official suite. The tests read its reports: a check may fail only because it needs the example server. */
async function suite(api: Api, folder: string, ...args: string[]) {
  const ran = await runProgram(SUITE, ["server", "--url", `${api.base}${MCP_PATH}`, "-o", "reports", ...args], {
    folder,
    imports: [GLOB_SYNC],
  });
  const reports = path.join(folder, "reports");
  const checks = readdirSync(reports).flatMap((name) =>
    Checks.parse(JSON.parse(readFileSync(path.join(reports, name, "checks.json"), "utf8"))),
  );
  return { ran, checks };
}

for (const revision of ["2026-07-28", "2025-11-25"]) {
  test(`the official suite passes for revision ${revision}`, async ({ api }, info) => {
    const expected = path.join(import.meta.dirname, `expected-failures-${revision}.yaml`);
    const { ran, checks } = await suite(
      api,
      info.outputPath(),
      ...["--requirements", revision, "--expected-failures", expected],
    );
    expect(ran.code, `${ran.stdout.slice(-4_000)}${ran.stderr.slice(-2_000)}`).toBe(0);
    const failed = checks.filter(
      ({ status, errorMessage = "" }) => status === "FAILURE" && !WANTING.test(errorMessage),
    );
    expect(failed).toEqual([]);
    expect(checks.filter(({ status }) => status === "SUCCESS").length).toBeGreaterThan(30);
  });
}

for (const scenario of ["sep-2640-skills-enumeration", "sep-2640-skills-manifest"]) {
  test(`the official suite passes for the skills: ${scenario}`, async ({ api }, info) => {
    const { ran, checks } = await suite(api, info.outputPath(), "--scenario", scenario);
    expect(ran.code, ran.stdout.slice(-4_000)).toBe(0);
    expect(checks.filter(({ status }) => status === "FAILURE" || status === "WARNING")).toEqual([]);
    expect(checks.length).toBeGreaterThan(5);
  });
}

for (const era of ["legacy", "modern"]) {
  const inspect = (api: Api, folder: string, ...args: string[]) =>
    runProgram(INSPECTOR, ["--cli", `${api.base}${MCP_PATH}`, "--transport", "http", "--protocol-era", era, ...args], {
      folder,
    });

  test(`the Inspector finds every tool's schemas portable, ${era} era`, async ({ api }, info) => {
    const { headers } = await connect(api);
    const ran = await inspect(
      api,
      info.outputPath(),
      ...["--method", "tools/list", "--strict", "--header", `Authorization: ${headers.authorization}`],
    );
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
    const { tools } = z.object({ tools: z.array(z.object({ name: z.string() })) }).parse(JSON.parse(ran.stdout));
    const names = (listed: Array<{ name: string }>) => listed.map(({ name }) => name).sort();
    expect(names(tools)).toEqual(names([...publicTools, ...connectionTools]));
  });

  test(`the Inspector verifies every skill's digest, ${era} era`, async ({ api }, info) => {
    const ran = await inspect(api, info.outputPath(), "--method", "skills/list", "--verify", "--require-digests");
    expect(ran.code, ran.stderr).toBe(0);
    const [, verified = "0"] = /Verified (\d+) skills/.exec(ran.stderr) ?? [];
    expect(Number(verified)).toBeGreaterThan(0);
  });
}
