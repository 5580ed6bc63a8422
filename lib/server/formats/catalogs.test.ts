import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { aiCatalog, mcpServerCard } from "@/lib/server/formats/catalogs";
import { serverInfo } from "@/lib/server/mcp/server";

/**
 * Fields that the schemas of the registry (2025-12-11), of server cards (v1) and of AI catalogs (1.0) share or require.
 */
const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
};
const remote = {
  type: z.enum(["streamable-http", "sse"]),
  headers: z.array(z.strictObject({ ...input, name: z.string() })).optional(),
};
const server = {
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
};
const ServerJson = z.strictObject({
  ...server,
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  remotes: z
    .array(
      z.strictObject({
        ...remote,
        url: z.string().regex(/^https:\/\/\{host\}\//),
        variables: z.strictObject({ host: z.strictObject(input) }),
      }),
    )
    .min(1),
});
const ServerCard = z.strictObject({
  ...server,
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"),
  websiteUrl: z.url(),
  remotes: z
    .array(z.strictObject({ ...remote, url: z.url(), supportedProtocolVersions: z.array(z.iso.date()) }))
    .min(1),
});
const AiCatalog = z.strictObject({
  specVersion: z.literal("1.0"),
  host: z.strictObject({ displayName: z.string(), documentationUrl: z.url() }),
  entries: z.array(
    z.strictObject({
      identifier: z.string().regex(/^urn:air:[a-z0-9.-]+:[a-z0-9/-]+(:[a-z0-9]+)?$/),
      displayName: z.string(),
      description: z.string(),
      type: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
      url: z.url(),
    }),
  ),
});

test("server.json is what the MCP registry takes, and says what the server says of itself", () => {
  const file = path.resolve(import.meta.dirname, "../../../server.json");
  const described = ServerJson.parse(JSON.parse(readFileSync(file, "utf8")));
  const { title, version, description } = serverInfo();
  expect(described).toMatchObject({ title, version, description });
});

test("the server card and the AI catalog have the members that their schemas know, and no others", () => {
  const card = ServerCard.parse(JSON.parse(mcpServerCard().text));
  const { title, version, description } = serverInfo();
  expect(card).toMatchObject({ title, version, description });
  expect(card.remotes[0]?.supportedProtocolVersions).toContain("2026-07-28");
  AiCatalog.parse(JSON.parse(aiCatalog().text));
});
