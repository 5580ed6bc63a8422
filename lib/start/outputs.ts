import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { OUTPUTS } from "@/lib/server/formats/client/outputs";
import { giveWay } from "@/lib/start/children";
import { writeWhole } from "@/lib/start/files";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { isFresh, makeOnce, type Product } from "@/lib/start/make-once";

/** What the outputs are made from: everything that the bundles contain and that writes them. */
export const SOURCES_OF_OUTPUTS = {
  folders: ["lib/contract", "lib/client", "lib/command", "lib/platform", "lib/text", "lib/server"],
  files: ["package.json", "package-lock.json", "tsconfig.json", "LICENSE"],
} as const;

const PRODUCT: Product = {
  sources: SOURCES_OF_OUTPUTS,
  stamp: `${OUTPUTS.folder}/sources`,
  result: OUTPUTS.packages,
  lock: ".cairn/outputs.lock",
};

/**
 * Makes what is built from the contract and the client if its sources have changed: the types and the table of the
 * interface, the package that the service serves, and the hook of the plugin for Claude Code.
 */
export function makeOutputs(): Promise<"made" | "fresh"> {
  return makeOnce(PRODUCT, async () => {
    // Loaded only here: most runs make nothing.
    const { buildClient, buildHook } = await import("@/lib/server/formats/client/build");
    const { writtenTable, writtenWire } = await import("@/lib/server/formats/client/written-operations");
    const write = (file: string, text: string) => writeWhole(path.join(PROJECT_ROOT, file), text, 0o644);
    mkdirSync(path.join(PROJECT_ROOT, OUTPUTS.folder), { recursive: true });
    const wire = writtenWire();
    // The bundles contain the table.
    write(OUTPUTS.interface, `${wire}\n${writtenTable()}`);
    const [client, hook] = await Promise.all([buildClient(wire), buildHook()]);
    write(OUTPUTS.packages, JSON.stringify({ client, hook }));
  });
}

/**
 * The same in a process of its own, which has a nice value above ours: reading all the sources would keep this one from
 * answering. Rejects with the end of its output.
 */
export async function makeOutputsAside({ signal, nice }: { signal: AbortSignal; nice: number }): Promise<void> {
  if (isFresh(PRODUCT)) return;
  const args = ["--import", "tsx", path.join(PROJECT_ROOT, "lib/cli/make-outputs.ts")];
  const maker = spawn(process.execPath, args, { cwd: PROJECT_ROOT, stdio: ["ignore", "ignore", "pipe"], signal });
  giveWay(maker.pid, nice);
  let said = "";
  maker.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  const [code] = await once(maker, "close");
  if (code !== 0) throw new Error(`${said.trim()} (exit code ${code})`);
}
