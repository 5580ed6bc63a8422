import path from "node:path";
import { build } from "esbuild";
import { BASE_PLACEHOLDER } from "@/lib/server/formats/client/base";
import { licences } from "@/lib/server/formats/client/build";

/** The files of the hook as the plugin holds them: one module without imports of packages, and their licences. */
export async function buildHook(): Promise<Record<string, string>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: path.resolve(import.meta.dirname, "../../../.."),
    entryPoints: ["lib/server/formats/agents/hook/main.ts"],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    minify: true,
    charset: "utf8",
    legalComments: "none",
    define: { CAIRN_BASE: JSON.stringify(BASE_PLACEHOLDER) },
  });
  const names = Object.keys(metafile.inputs).map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  const packages = [...new Set(names.filter((name) => name !== undefined))].sort();
  const text = outputFiles.map((file) => file.text).join("");
  return { "look-up-error.mjs": text, "LICENSES-of-dependencies.txt": licences(packages) };
}
