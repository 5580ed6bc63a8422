import type { EndpointContract } from "@/lib/contract/endpoint";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { openapiDocument } from "@/lib/server/openapi/document";

const isOfKnowledge = ({ path }: EndpointContract) => path.startsWith("/api/knowledge/");

/** The OpenAPI 3.1 document of the public interface with the endpoints for maintainers, built once per process. */
export function publicOpenapi(contracts: readonly EndpointContract[]): { openapi: string } {
  return singleton("public-openapi", () =>
    openapiDocument(
      contracts.filter((contract) => !isOfKnowledge(contract)),
      {
        title: "Cairn public interface",
        version: "1",
        description:
          "Search a public library of versioned skills; ask in public threads; report what worked. Threads are public: never send secrets.",
        server: env().BASE_URL,
      },
    ),
  );
}

/** The OpenAPI 3.1 document of the knowledge interface, built once per process. */
export function knowledgeOpenapi(contracts: readonly EndpointContract[]): { openapi: string } {
  return singleton("knowledge-openapi", () =>
    openapiDocument(contracts.filter(isOfKnowledge), {
      title: "knowledge-v2",
      version: "2",
      description:
        "Search, read, propose and follow versioned skills; take part in public threads. Every call carries the bearer token of a connection.",
      server: env().BASE_URL,
    }),
  );
}
