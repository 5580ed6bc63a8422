import { expect, test } from "@playwright/test";
import { build } from "esbuild";
import { COMMON } from "@/lib/server/formats/client/build";
import { OUTPUTS } from "@/lib/server/formats/client/outputs";
import { SOURCES_OF_OUTPUTS } from "@/lib/start/build";

test("a change of any source of the bundles makes them again", async () => {
  const entryPoints = [
    "lib/client/index.ts",
    "lib/command/program/bin.ts",
    "lib/server/formats/agents/hook/main.ts",
    "lib/server/formats/agents/hook/suggest.ts",
  ];
  const { metafile } = await build({ ...COMMON, entryPoints, outdir: "unused", platform: "node" });
  const own = Object.keys(metafile.inputs).filter((file) => !file.startsWith("node_modules/") && !file.includes(":"));
  const counted = [...SOURCES_OF_OUTPUTS.folders.map((folder) => `${folder}/`), OUTPUTS.interface];
  expect(own.filter((file) => !counted.some((start) => file.startsWith(start)))).toEqual([]);
  expect(own.length).toBeGreaterThan(50);
});
