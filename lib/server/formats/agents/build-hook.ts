import { build } from "esbuild";
import { COMMON, licences } from "@/lib/server/formats/client/build";

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
