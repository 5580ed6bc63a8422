import { spawnSync } from "node:child_process";
import path from "node:path";
import { writtenTable, writtenWire } from "@/lib/server/formats/client/written-operations";

const ROOT = path.resolve(import.meta.dirname, "../../../..");

/** The files of `lib/client` that are made from the contract, formatted. */
export function clientSources(): Record<string, string> {
  return {
    "lib/client/wire.ts": formatted("lib/client/wire.ts", writtenWire()),
    "lib/client/operation-table.ts": formatted("lib/client/operation-table.ts", writtenTable()),
  };
}

function formatted(file: string, text: string): string {
  const biome = path.join(ROOT, "node_modules/@biomejs/biome/bin/biome");
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, "format", `--stdin-file-path=${file}`], {
    cwd: ROOT,
    input: text,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The made source of ${file} could not be formatted: ${stderr}`);
  return stdout;
}
