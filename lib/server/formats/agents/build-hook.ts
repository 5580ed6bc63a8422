import { build } from "esbuild";
import { COMMON, licences } from "@/lib/server/formats/client/build";
import type { HookFile } from "@/lib/server/formats/client/outputs";

/** The files of the hook as the plugin holds them: one module without imports of packages, and their licences. */
export async function buildHook(): Promise<Record<HookFile, string>> {
  const { outputFiles, metafile } = await build({
    ...COMMON,
    entryPoints: ["lib/server/formats/agents/hook/main.ts"],
    platform: "node",
    minify: true,
    charset: "utf8",
    legalComments: "none",
  });
  const text = outputFiles.map((file) => file.text).join("");
  return { "look-up-error.mjs": text, "LICENSES-of-dependencies.txt": licences(metafile) };
}
