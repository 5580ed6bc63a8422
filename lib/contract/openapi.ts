import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";

export const getPublicOpenapi = openapiAt("get_openapi", "/api/v1/openapi.json");

export const getKnowledgeOpenapi = openapiAt("get_knowledge_openapi", "/api/knowledge/v2/openapi.json");

function openapiAt(name: string, path: `/api/${string}`) {
  return endpoint({
    name,
    method: "GET",
    path,
    summary: "This interface as an OpenAPI 3.1 document, made from the schemas the endpoints validate with.",
    tag: "Meta",
    input: z.strictObject({}),
    output: z.looseObject({ openapi: z.string() }),
    problems: [],
    auth: "none",
    rate: "read",
    shared: true,
  });
}
