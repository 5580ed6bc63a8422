import { MCP_CARD_PATH, MCP_PATH } from "@/lib/contract/mcp-servers";
import { env } from "@/lib/platform/env";
import { type Document, jsonDocument } from "@/lib/server/formats/document";
import { serverInfo } from "@/lib/server/mcp/server";

const KEEP_SECONDS = 3_600;
const CARD_TYPE = "application/mcp-server-card+json";
const PROTOCOLS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];

/** The APIs of this site (RFC 9727), as a linkset. */
export function apiCatalog(): Document {
  const base = env().BASE_URL;
  const described = (anchor: string, openapi: string) => ({
    anchor: `${base}${anchor}`,
    "service-desc": [{ href: `${base}${openapi}`, type: "application/json" }],
    "service-doc": [{ href: `${base}/docs`, type: "text/html" }],
    status: [{ href: `${base}/api/health/ready`, type: "application/json" }],
  });
  const linkset = [
    described("/api/v1", "/api/v1/openapi.json"),
    described("/api/knowledge/v2", "/api/knowledge/v2/openapi.json"),
    { anchor: `${base}${MCP_PATH}`, "service-meta": [{ href: `${base}${MCP_CARD_PATH}`, type: CARD_TYPE }] },
  ];
  const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  return jsonDocument({ linkset }, KEEP_SECONDS, type);
}

/** The services that an AI client may connect to (AI Catalog): the MCP server. */
export function aiCatalog(): Document {
  const base = env().BASE_URL;
  const { hostname } = new URL(base);
  return jsonDocument(
    {
      specVersion: "1.0",
      host: { displayName: "Cairn", documentationUrl: `${base}/docs` },
      entries: [
        {
          identifier: `urn:air:${hostname}:cairn`,
          displayName: "Cairn",
          description: serverInfo().description,
          type: CARD_TYPE,
          url: `${base}${MCP_CARD_PATH}`,
        },
      ],
    },
    KEEP_SECONDS,
    "application/ai-catalog+json",
  );
}

/** How to connect to the MCP server (SEP-2127). Clients query its capabilities after connecting. */
export function mcpServerCard(): Document {
  const base = env().BASE_URL;
  const { version, title, description, websiteUrl } = serverInfo();
  const namespace = new URL(base).hostname.split(".").reverse().join(".");
  return jsonDocument(
    {
      $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
      name: `${namespace}/cairn`,
      title,
      version,
      description,
      websiteUrl,
      remotes: [
        {
          type: "streamable-http",
          url: `${base}${MCP_PATH}`,
          supportedProtocolVersions: PROTOCOLS,
          headers: [
            {
              name: "Authorization",
              description: "Optional: the bearer token of a connection, which brings the tools that write as it.",
              isRequired: false,
              isSecret: true,
            },
          ],
        },
      ],
    },
    KEEP_SECONDS,
    CARD_TYPE,
  );
}
