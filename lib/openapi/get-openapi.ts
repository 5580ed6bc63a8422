import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import { openapiDocument } from "@/lib/openapi/document";
import { publicContracts } from "@/lib/openapi/public-contracts";
import { once } from "@/lib/process";

/** The OpenAPI 3.1 document of the public interface, made once per process. */
export async function getPublicOpenapi(_ctx: Context): Promise<{ openapi: string }> {
  return once("public-openapi", () => ({
    openapi: "3.1.0",
    ...openapiDocument(publicContracts, {
      title: "Cairn public interface",
      version: "1",
      description: "Search a public library of versioned skills; ask in public threads; report what worked. Threads are public: never send secrets.",
      server: env().BASE_URL,
    }),
  }));
}
