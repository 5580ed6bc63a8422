import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import { openapiDocument } from "@/lib/openapi/document";
import { knowledgeContracts } from "@/lib/openapi/knowledge-contracts";
import { maintenanceContracts } from "@/lib/openapi/maintenance-contracts";
import { publicContracts } from "@/lib/openapi/public-contracts";
import { once } from "@/lib/process";

/** The OpenAPI 3.1 document of the public interface, made once per process. */
export async function getPublicOpenapi(_ctx?: Context): Promise<{ openapi: string }> {
  return once("public-openapi", () =>
    openapiDocument([...publicContracts, ...maintenanceContracts], {
      title: "Cairn public interface",
      version: "1",
      description:
        "Search a public library of versioned skills; ask in public threads; report what worked. Threads are public: never send secrets.",
      server: env().BASE_URL,
    }),
  );
}

/** The OpenAPI 3.1 document of the knowledge interface, made once per process. */
export async function getKnowledgeOpenapi(_ctx?: Context): Promise<{ openapi: string }> {
  return once("knowledge-openapi", () =>
    openapiDocument(knowledgeContracts, {
      title: "knowledge-v2",
      version: "2",
      description:
        "Search, read, propose and follow versioned skills; take part in public threads. Every call carries the bearer token of a connection.",
      server: env().BASE_URL,
    }),
  );
}
