import { writeFileSync } from "node:fs";
import path from "node:path";
import { EXAMPLE_BASE } from "@/lib/contract/examples";
import { env } from "@/lib/platform/env";
import { contracts } from "@/lib/server/endpoints";
import { knowledgeOpenapi, publicOpenapi } from "@/lib/server/openapi/get-openapi";

/** The documents by their path, without the server, which differs between installations. */
const SNAPSHOT = path.join(import.meta.dirname, "../../e2e/api/openapi.snapshot.json");

const documents = {
  "/api/v1/openapi.json": { ...publicOpenapi(contracts()), servers: [] },
  "/api/knowledge/v2/openapi.json": { ...knowledgeOpenapi(contracts()), servers: [] },
};
writeFileSync(SNAPSHOT, `${JSON.stringify(documents, null, 2).replaceAll(env().BASE_URL, EXAMPLE_BASE)}\n`);
console.log(`Written: ${path.relative(process.cwd(), SNAPSHOT)}. A change needs a line in CHANGELOG.md.`);
