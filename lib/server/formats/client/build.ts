import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type BuildOptions, build, type Metafile, type PluginBuild } from "esbuild";
import { BASE_PLACEHOLDER, type ClientFile } from "@/lib/server/formats/client/outputs";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const HEADER = `// @ts-self-types="./client.d.ts"
// Cairn's client: every operation of the interface, retries, and following a thread. One file, no dependencies.
// import { createClient, pollReplies } from "${BASE_PLACEHOLDER}/client.js"
`;

const { version } = JSON.parse(read("package.json"));

/** The settings of every bundle that agents get. */
export const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  metafile: true,
  format: "esm",
  target: "es2022",
  define: { CAIRN_BASE: JSON.stringify(BASE_PLACEHOLDER), CAIRN_VERSION: JSON.stringify(version) },
} as const satisfies BuildOptions;

/**
 * The files of the package by their names, as the service serves them but for its address. `wire` declares the types of
 * the interface.
 */
export async function buildClient(wire: string): Promise<Record<ClientFile, string>> {
  const [module, nodeModule, types, program] = await Promise.all([
    bundleModule(),
    bundleForNode("lib/client/node/index.ts"),
    declarations(wire),
    bundleForNode("lib/command/program/bin.ts"),
  ]);
  for (const { text } of [nodeModule, program])
    for (const [file, { exported }] of Object.entries({ "client.js": module, "node.js": nodeModule })) {
      const missing = importedFrom(file, text).filter((name) => !exported.includes(name));
      if (missing.length > 0) throw new Error(`The command line needs from ${file}: ${missing.join(", ")}.`);
    }
  return {
    "package.json": `${JSON.stringify(manifest(), null, 2)}\n`,
    "README.md": read("lib/server/formats/client/package-readme.md"),
    LICENSE: read("LICENSE"),
    "LICENSES-of-dependencies.txt": licences(program.metafile),
    "client.js": module.text,
    "node.js": nodeModule.text,
    "client.d.ts": types,
    "cairn.js": program.text,
  };
}

/** The files of the hooks as the plugin holds them: modules without imports of packages, and their licences. */
export async function buildHook(): Promise<Record<string, string>> {
  const { outputFiles, metafile } = await build({
    ...COMMON,
    entryPoints: {
      "look-up-error": "lib/server/formats/agents/hook/main.ts",
      "suggest-skills": "lib/server/formats/agents/hook/suggest.ts",
    },
    outdir: "hooks",
    outExtension: { ".js": ".mjs" },
    platform: "node",
    minify: true,
    charset: "utf8",
    legalComments: "none",
  });
  const modules = outputFiles.map((file) => [file.path.split(/[/\\]/).at(-1) ?? "", file.text] as const);
  return { ...Object.fromEntries(modules), "LICENSES-of-dependencies.txt": licences(metafile) };
}

function manifest() {
  return {
    name: "cairn-client",
    version,
    description: "Client and command line of Cairn: skills that fit your versions, and public questions and answers.",
    license: "MIT",
    homepage: BASE_PLACEHOLDER,
    type: "module",
    engines: { node: ">=20" },
    exports: {
      ".": { types: "./client.d.ts", node: "./node.js", default: "./client.js" },
      "./package.json": "./package.json",
    },
    types: "./client.d.ts",
    bin: { cairn: "cairn.js" },
    sideEffects: ["./node.js"],
  };
}

type Bundle = { text: string; exported: string[]; metafile: Metafile };

async function bundleModule(): Promise<Bundle> {
  return bundleOf({
    entryPoints: ["lib/client/index.ts"],
    platform: "neutral",
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: HEADER.trimEnd() },
  });
}

/** The command line, or the module as Node loads it. What they need of `lib/client` they import from its modules. */
async function bundleForNode(entry: string): Promise<Bundle> {
  return bundleOf({
    entryPoints: [entry],
    platform: "node",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    // Of packages that offer both forms, this one can be taken apart.
    mainFields: ["module", "main"],
    plugins: [{ name: "package's modules", setup: (made) => importModules(made, entry) }],
  });
}

async function bundleOf(options: BuildOptions): Promise<Bundle> {
  const { outputFiles = [], metafile } = await build({ ...options, ...COMMON });
  const exported = Object.values(metafile.outputs).flatMap((output) => output.exports);
  return { text: outputFiles.map(({ text }) => text).join(""), exported, metafile };
}

/** The names that a bundle imports from a module of the package. */
function importedFrom(file: string, text: string): string[] {
  const lists = [...text.matchAll(/import\{([^}]*)\}from"\.\/(\w+\.js)"/g)].filter(([, , from]) => from === file);
  return lists.flatMap(([, list = ""]) => list.split(",")).map((name) => name.replace(/ as .*/, ""));
}

function importModules({ onResolve }: PluginBuild, entry: string): void {
  onResolve({ filter: /^@\/lib\/client\// }, ({ path: name }) => {
    const isOfNode = name.startsWith("@/lib/client/node/");
    if (isOfNode && entry.startsWith("lib/client/node/")) return null;
    return { path: isOfNode ? "./node.js" : "./client.js", external: true };
  });
}

/** The licences of the packages that a bundle contains, as they ask for. */
function licences({ inputs }: Metafile): string {
  const found = Object.keys(inputs).map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  const packages = [...new Set(found.filter((name) => name !== undefined))].sort();
  const texts = packages.map((name) => {
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].find((each) =>
      existsSync(path.join(ROOT, `node_modules/${name}/${each}`)),
    );
    if (!file) throw new Error(`${name} has no licence file to pass on.`);
    return `${name}\n\n${read(`node_modules/${name}/${file}`).trim()}\n`;
  });
  return `The program contains these packages.\n\n${texts.join("\n---\n\n")}`;
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

const ENTRY = "lib/client/index.ts";
/** Whose types a reader of the declarations needs, in reading order; those of the interface follow them. */
const DECLARED = ["call", "operations", "poll-round", "poll-replies"];

/** The types of the client's module as one file; `wire` declares those of the interface. */
async function declarations(wire: string): Promise<string> {
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
