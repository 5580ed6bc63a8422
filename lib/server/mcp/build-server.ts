import {
  type McpRequestContext,
  McpServer,
  ResourceTemplate,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { Problem } from "@/lib/platform/errors";
import { ApplySkill, applySkill } from "@/lib/server/mcp/apply-skill";
import { HOUR_MS, VERSION_TTL_MS } from "@/lib/server/mcp/cache";
import { callTool, type McpCaller, type ResultForm } from "@/lib/server/mcp/call-tool";
import { instructions } from "@/lib/server/mcp/instructions";
import { refuseByProtocol } from "@/lib/server/mcp/protocol-refusal";
import { serverInfo } from "@/lib/server/mcp/server-info";
import { skillsFor, skillTextAt } from "@/lib/server/mcp/skill-source";
import { parseSkillUri } from "@/lib/server/mcp/skill-uri";
import { threadTranscript } from "@/lib/server/mcp/thread-transcript";
import type { Tool } from "@/lib/server/mcp/tool";
import { connectionTools, openTools, publicTools, unlistedTools } from "@/lib/server/mcp/tools/all";

/**
 * The server for one request of one caller. The knowledge tools are available to connections only. In the 2025
 * revisions many hosts show only text, so tools answer with text there.
 */
export function buildServer(caller: McpCaller, era: McpRequestContext["era"]): McpServer {
  const form = era === "legacy" || caller.wants_text ? "text" : "structured";
  const cacheScope = caller.connection ? "private" : "public";
  const forAll = { ttlMs: HOUR_MS, cacheScope: "public" } as const;
  const server = new McpServer(serverInfo(), {
    instructions: instructions(),
    capabilities: { tools: { listChanged: false }, resources: { listChanged: false }, prompts: { listChanged: false } },
    cacheHints: {
      "tools/list": { ttlMs: HOUR_MS, cacheScope },
      "server/discover": forAll,
      "prompts/list": forAll,
      "resources/templates/list": forAll,
      "resources/list": { ttlMs: 60_000, cacheScope: "public" },
    },
  });
  for (const tool of toolsOf(caller)) addTool(server, tool, caller, form);
  addResources(server, caller);
  server.registerPrompt(
    "apply_skill",
    { title: "Apply a skill", description: "Put a skill of the library beside a task.", argsSchema: ApplySkill },
    (given) => refuseByProtocol(caller.request_id, () => applySkill(given)),
  );
  return server;
}

function toolsOf({ connection, called }: McpCaller): Tool[] {
  const isCalled = ({ name }: Tool) => called.includes(name);
  if (!connection) return [...publicTools, ...openTools.filter(isCalled)];
  return [...publicTools, ...openTools, ...connectionTools, ...unlistedTools.filter(isCalled)];
}

function addTool(server: McpServer, tool: Tool, caller: McpCaller, form: ResultForm): void {
  const { title, description, annotations } = tool;
  server.registerTool(
    tool.name,
    {
      title,
      description,
      annotations,
      inputSchema: checkedByUs(tool.inputSchema),
      ...(form === "structured" ? { outputSchema: checkedByUs(tool.outputSchema) } : {}),
    },
    async (given) => {
      const { result } = await callTool(tool, given, caller, form);
      caller.ran = { tool, form, result };
      return result;
    },
  );
}

function addResources(server: McpServer, caller: McpCaller): void {
  const mimeType = "text/markdown";
  // Registered before the skills extension, whose template would also match these URIs and supports only one TTL.
  server.registerResource(
    "skill_version",
    new ResourceTemplate("skill://v/{version_id}/{slug}/SKILL.md", { list: undefined }),
    {
      title: "One version of a skill, for ever",
      mimeType,
      cacheHint: { ttlMs: VERSION_TTL_MS, cacheScope: "public" },
    },
    (uri) =>
      refuseByProtocol(caller.request_id, async () => {
        const place = parseSkillUri(uri.href);
        const text = place && (await skillTextAt(place));
        if (text === null) throw new Problem("not_found", { detail: "No readable version is at this address." });
        return { contents: [{ uri: uri.href, mimeType, text }] };
      }),
  );
  skillsFor(caller.request_id).attach(server);
  server.registerResource(
    "thread",
    new ResourceTemplate("thread://{thread_id}", { list: undefined }),
    { title: "A public thread as a transcript", mimeType, cacheHint: { ttlMs: 0, cacheScope: "public" } },
    (uri, { thread_id }) =>
      refuseByProtocol(caller.request_id, async () => ({
        contents: [{ uri: uri.href, mimeType, text: await threadTranscript(String(thread_id)) }],
      })),
  );
}

/** A schema that is advertised here and enforced in `callTool`, so that a refusal reads the same as over HTTP. */
function checkedByUs(schema: Record<string, unknown>): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "cairn",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
