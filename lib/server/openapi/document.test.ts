import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { EXAMPLE_BASE } from "@/lib/contract/examples";
import { env } from "@/lib/platform/env";
import { contracts } from "@/lib/server/endpoints";
import { knowledgeOpenapi, publicOpenapi } from "@/lib/server/openapi/get-openapi";

/** The file that the documents of a running product are compared with; `npm run openapi` writes it. */
const snapshot: Record<string, unknown> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../../e2e/api/openapi.snapshot.json"), "utf8"),
);

for (const [address, document] of Object.entries({
  "/api/v1/openapi.json": () => publicOpenapi(contracts()),
  "/api/knowledge/v2/openapi.json": () => knowledgeOpenapi(contracts()),
})) {
  test(`the contracts make the document at ${address} that the snapshot holds`, async () => {
    const made = JSON.stringify({ ...(await document()), servers: [] }).replaceAll(env().BASE_URL, EXAMPLE_BASE);
    expect(JSON.parse(made)).toEqual(snapshot[address]);
  });
}
