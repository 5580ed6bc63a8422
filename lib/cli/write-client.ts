import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildClient } from "@/lib/server/formats/client/build";
import { clientSources } from "@/lib/server/formats/client/sources";

/**
 * `npm run client`: the types and the table of the interface in `lib/client`, made from the contract, and the package
 * that the service serves, built from `lib/client` and `lib/command`.
 */
const root = path.join(import.meta.dirname, "../..");
const write = (file: string, text: string) => {
  writeFileSync(path.join(root, file), text);
  console.log(`Wrote ${file}`);
};

for (const [file, text] of Object.entries(clientSources())) write(file, text);
write("lib/server/formats/client/files.json", `${JSON.stringify(await buildClient(), null, 2)}\n`);
