import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";

export const getKnowledgeOpenapi = endpoint({
  name: "get_knowledge_openapi",
  method: "GET",
  path: "/api/knowledge/v2/openapi.json",
  summary: "This interface as an OpenAPI 3.1 document, made from the schemas the endpoints validate with.",
  tag: "Meta",
  input: z.strictObject({}),
  output: z.looseObject({ openapi: z.string() }),
  problems: [],
  auth: "none",
  rate: "read",
  shared: true,
});
