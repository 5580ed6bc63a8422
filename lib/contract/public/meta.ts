import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { answer } from "@/lib/contract/public/resources";

export const getLiveness = endpoint({
  name: "get_liveness",
  method: "GET",
  path: "/api/health/live",
  summary: "Whether the process answers at all.",
  tag: "Health",
  input: z.strictObject({}),
  output: answer(z.strictObject({ status: z.literal("live"), uptime_seconds: z.int().min(0) })),
  problems: [],
  auth: "none",
  rate: "none",
});

export const getReadiness = endpoint({
  name: "get_readiness",
  method: "GET",
  path: "/api/health/ready",
  summary:
    "Whether the service can do its work: Postgres, search engine, worker and index lag. 503 when Postgres is away, while the server has been refusing requests for lack of capacity for several seconds, while this instance starts (`data.status` is then `starting`, `building_pages` or `pages_failed`; the API answers in the last two), and while it is about to stop (`stopping`).",
  description:
    "`degraded` is still 200: the service answers, with less than usual. Where Postgres answers reads but stores nothing, every instance is `degraded` and writes are 503; taking instances out of service would take the reads away too.",
  tag: "Health",
  input: z.strictObject({}),
  output: answer(
    z.strictObject({
      status: z.enum(["ready", "degraded"]),
      postgres: z.strictObject({
        status: z.enum(["up", "read_only", "no_room"]).meta({
          description:
            "`read_only`: it takes no writes. `no_room`: in the last ten seconds it refused a write for want of disk or memory.",
        }),
        detail: z.string(),
      }),
      search: z.strictObject({
        engine: z.enum(["meilisearch", "postgres"]).meta({ description: "Which engine answers searches now." }),
        status: z.enum(["up", "down", "not_configured"]).meta({ description: "The state of Meilisearch." }),
        detail: z.string(),
        embedder: z.enum(["up", "down", "not_asked", "not_configured"]).meta({
          description: "State of the optional embedder after its last call. While it is down, searches use words only.",
        }),
      }),
      worker: z.strictObject({ status: z.enum(["running", "stopped"]) }),
      index: z.strictObject({ pending: z.int().min(0), lag_seconds: z.number().min(0), dead_letters: z.int().min(0) }),
    }),
  ),
  problems: [],
  auth: "none",
  rate: "none",
});

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
