import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const ENTRY = "lib/client/index.ts";
/** Whose types a reader of the declarations needs, in reading order; those of the interface follow them. */
const DECLARED = ["call", "operations", "poll-round", "poll-replies"];

/** The types of the client's module as one file; `wire` declares those of the interface. */
export async function declarations(wire: string): Promise<string> {
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
    const declared = [...DECLARED.map((name) => withoutModules(read(name))), concise(wire)].join("\n");
    return [declared, exportsOf(read("index"), declared)].join("\n");
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

/** Types of the interface without what only takes room: indentation, and what the reference says of operations and members. */
function concise(text: string): string {
  return text.replace(/^ {2,}\/\*\*.*?\*\/\n/gms, "").replace(/^ +/gm, "");
}

/** The names of the module as one list. Throws if one is not declared. */
function exportsOf(text: string, declared: string): string {
  const names = [...text.matchAll(/^export (type )?\{ (.*) \} from/gm)].flatMap(([, type = "", list = ""]) =>
    list.split(/, ?/).map((name) => (name === "" || name.startsWith("type ") ? name : `${type}${name}`)),
  );
  for (const name of names.map((each) => each.replace("type ", "")).filter(Boolean))
    if (!new RegExp(`^(?:export |declare )*(?:type|class|function|const) ${name}\\b`, "m").test(declared))
      throw new Error(`${name} is exported by ${ENTRY}, but DECLARED lacks its file.`);
  return `export { ${names.filter((name) => name !== "").join(", ")} };\n`;
}
