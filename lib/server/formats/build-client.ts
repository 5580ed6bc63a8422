import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { BASE_PLACEHOLDER } from "@/lib/server/formats/client-base";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const ENTRY = "lib/client/index.ts";
/** Whose types a reader of the declarations needs, in reading order. */
const DECLARED = ["wire", "call", "search", "report-outcome", "poll-round", "poll-replies"];
const HEADER = `// @ts-self-types="./client.d.ts"
// Cairn's client: search, report an outcome, follow a thread. One file, no dependencies.
// import { search, reportOutcome, pollReplies } from "${BASE_PLACEHOLDER}/client.js"
`;

/** The client as it is served: one JavaScript module, and one file of declarations. */
export async function buildClient(): Promise<{ script: string; types: string }> {
  const [script, types] = await Promise.all([bundle(), declarations()]);
  return { script, types };
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    define: { CAIRN_BASE: JSON.stringify(BASE_PLACEHOLDER) },
    banner: { js: HEADER.trimEnd() },
  });
  return outputFiles.map(({ text }) => text).join("");
}

async function declarations(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "cairn-client-"));
  try {
    const config = path.join(folder, "tsconfig.json");
    const compilerOptions = {
      noEmit: false,
      incremental: false,
      allowJs: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: folder,
      rootDir: ROOT,
      typeRoots: [path.join(ROOT, "node_modules/@types")],
      paths: { "@/*": [`${ROOT}/*`] },
      plugins: [],
    };
    const files = [path.join(ROOT, ENTRY)];
    writeFileSync(
      config,
      JSON.stringify({ extends: path.join(ROOT, "tsconfig.json"), compilerOptions, include: [], files }),
    );
    await promisify(execFile)(process.execPath, [path.join(ROOT, "node_modules/typescript/bin/tsc"), "-p", config]);
    const read = (name: string) => readFileSync(path.join(folder, `lib/client/${name}.d.ts`), "utf8");
    return [...DECLARED.map((name) => withoutModules(read(name))), exportsOf(read("index"))].join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutModules(text: string): string {
  return text
    .replace(/^import .*;\n/gm, "")
    .replace(/^export (?=declare|type)/gm, "")
    .replace(/^export \{\};\n/gm, "")
    .trim()
    .concat("\n");
}

/** The names of the module as one list. */
function exportsOf(text: string): string {
  const names = [...text.matchAll(/^export (type )?\{ (.*) \} from/gm)].flatMap(([, type = "", list = ""]) =>
    list.split(/, ?/).map((name) => (name === "" || name.startsWith("type ") ? name : `${type}${name}`)),
  );
  return `export { ${names.filter((name) => name !== "").join(", ")} };\n`;
}
