import { readFileSync } from "node:fs";
import path from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

/** Replacement texts by file. */
export type Sources = ReadonlyMap<string, string>;

/**
 * Bundles test files with all their imports into one script that returns `runCases`, with `sources` in place of files
 * and a small `test` in place of Playwright's. Packages stay external and are loaded once, except zod, which keeps a
 * registry of its schemas.
 */
export async function bundle(testFiles: readonly string[], sources: Sources): Promise<string> {
  const { outputFiles } = await build({ ...options(testFiles, sources), write: false });
  return outputFiles[0]?.text ?? "";
}

/** For each test file, the project files that it loads, including itself. */
export async function loadedBy(testFiles: readonly string[]): Promise<Map<string, Set<string>>> {
  const loaded = new Map<string, Set<string>>();
  for (const file of testFiles) {
    const { metafile } = await build({ ...options([file], new Map()), write: false, metafile: true });
    const [output] = Object.values(metafile.outputs);
    // Type-only imports leave no bytes.
    const inputs = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    loaded.set(file, new Set(inputs.map(([input]) => input)));
  }
  return loaded;
}

function options(testFiles: readonly string[], sources: Sources): BuildOptions {
  return {
    stdin: {
      contents: [
        ...testFiles.flatMap((file) => [`import "file-begins:${file}";`, `import "@/${file}";`]),
        'export { runCases } from "@/e2e/mutate/small-test";',
      ].join("\n"),
      resolveDir: PROJECT_ROOT,
    },
    absWorkingDir: PROJECT_ROOT,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
    legalComments: "none",
    plugins: [replaced(sources)],
  };
}

function replaced(sources: Sources): Plugin {
  const untimed = path.join(PROJECT_ROOT, "e2e/mutate/untimed.ts");
  const smallTest = path.join(PROJECT_ROOT, "e2e/mutate/small-test.ts");
  return {
    name: "mutants",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@playwright\/test$/ }, () => ({ path: smallTest }));
      onResolve({ filter: /^@\/e2e\/support\/processor-time$/ }, () => ({ path: untimed }));
      onResolve({ filter: /^zod$/ }, () => ({ path: path.join(PROJECT_ROOT, "node_modules/zod/index.js") }));
      onResolve({ filter: /^file-begins:/ }, (args) => ({ path: args.path, namespace: "file-begins" }));
      onLoad({ filter: /.*/, namespace: "file-begins" }, ({ path: named }) => ({
        contents: `import { beginFile } from "@/e2e/mutate/small-test"; beginFile(${JSON.stringify(named.slice(12))});`,
        resolveDir: PROJECT_ROOT,
      }));
      onLoad({ filter: /\.tsx?$/ }, ({ path: full }) => {
        const file = path.relative(PROJECT_ROOT, full);
        const text = sources.get(file) ?? readFileSync(full, "utf8");
        // A bundle is in another folder than its parts.
        const contents = text
          .replaceAll("import.meta.dirname", JSON.stringify(path.dirname(full)))
          .replaceAll("import.meta.filename", JSON.stringify(full))
          .replaceAll("import.meta.url", JSON.stringify(`file://${full}`));
        return { contents, loader: full.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}
