import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildHook } from "@/lib/server/formats/agents/build-hook";
import { buildClient } from "@/lib/server/formats/client/build";
import { clientSources } from "@/lib/server/formats/client/sources";

/**
 * `npm run client`: the types and the table of the interface in `lib/client`, made from the contract, and the package
 * that the service serves, built from `lib/client` and `lib/command`, and the hook of the plugin for Claude Code.
 */
const root = path.join(import.meta.dirname, "../..");
const write = (file: string, text: string) => {
  writeFileSync(path.join(root, file), text);
  console.log(`Wrote ${file}`);
};

for (const [file, text] of Object.entries(clientSources())) write(file, text);
write("lib/server/formats/client/files.json", `${JSON.stringify(await buildClient(), null, 2)}\n`);
write("lib/server/formats/agents/hook.json", `${JSON.stringify(await buildHook(), null, 2)}\n`);
