import { writeFileSync } from "node:fs";
import path from "node:path";
import { buildClient } from "@/lib/server/formats/build-client";

/** `npm run client`: what `/client.js` and `/client.d.ts` serve, built from `lib/client`. */
const file = path.join(import.meta.dirname, "../server/formats/client-files.json");
writeFileSync(file, `${JSON.stringify(await buildClient(), null, 2)}\n`);
console.log(`Wrote ${file}`);
