import { setTimeout as wait } from "node:timers/promises";
import { type CallToolResult, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { type Api, expect, type Headers, isShed } from "@/e2e/support/api";
import { MCP_PATH, MCP_TEXT_PATH } from "@/lib/contract/mcp-servers";

/** The two kinds of clients: with the 2025 handshake, and without a handshake since 2026. */
export const eras = [
  { era: "2025", mode: "legacy", revision: "2025-11-25" },
  { era: "2026", mode: "auto", revision: "2026-07-28" },
] as const;
export type Era = (typeof eras)[number];

const Refused = z.object({
  problem: z.looseObject({
    code: z.string(),
    status: z.int(),
    detail: z.string().min(1),
    next_step: z.string().min(1),
    request_id: z.string().regex(/^req_/),
    errors: z.array(z.looseObject({ pointer: z.string(), code: z.string() })).optional(),
  }),
});
export type Refusal = z.output<typeof Refused>["problem"];
type Args = Record<string, unknown>;

/** An agent that uses MCP through the official client, which checks every result against the tool's output schema. */
export class Agent {
  private constructor(
    readonly client: Client,
    readonly form: "structured" | "text",
  ) {}

  static async connect(
    api: Api,
    era: Era,
    headers: Headers = {},
    form: Agent["form"] = era.mode === "auto" ? "structured" : "text",
  ): Promise<Agent> {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: era.mode } });
    const path = form === "text" && era.mode === "auto" ? MCP_TEXT_PATH : MCP_PATH;
    const url = new URL(`${api.base}${path}`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers }, fetch: fetchPatiently }));
    expect(client.getNegotiatedProtocolVersion()).toBe(era.revision);
    await client.listTools();
    return new Agent(client, form);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** Calls a tool; like `Api`, again while the server is overloaded. */
  async call(name: string, args: Args = {}): Promise<CallToolResult> {
    for (;;) {
      const result = await this.client.callTool({ name, arguments: args });
      if (!result.isError || !isShed(textOf(result))) return result;
      await wait(SHED_PAUSE_MS);
    }
  }

  /** Calls a tool that must succeed; returns its result, whole in one place: structured since 2026 with its gist as text, text before. */
  async ok<T extends z.ZodType>(name: string, args: Args, shape: T): Promise<z.output<T>> {
    const result = await this.call(name, args);
    const { content, structuredContent, isError } = result;
    const text = textOf(result);
    expect(isError, `${name} answered ${text.slice(0, 400)}`).toBeFalsy();
    expect([content.length, typeof structuredContent]).toEqual([
      1,
      this.form === "structured" ? "object" : "undefined",
    ]);
    return shape.parse(this.form === "structured" ? structuredContent : JSON.parse(text));
  }

  /** Calls a tool that must refuse with this code of the catalogue, in text the model can act on. */
  async refused(name: string, code: string, args: Args = {}): Promise<Refusal> {
    const result = await this.call(name, args);
    const text = textOf(result);
    expect(result.isError, `${name} accepted what it must refuse with ${code}: ${text.slice(0, 300)}`).toBe(true);
    const { problem } = Refused.parse(JSON.parse(text));
    expect(problem.code, text).toBe(code);
    return problem;
  }
}

/** As long as `Retry-After` says. */
const SHED_PAUSE_MS = 1_000;

async function fetchPatiently(...request: Parameters<typeof fetch>): Promise<Response> {
  for (;;) {
    const response = await fetch(...request);
    if (response.status !== 503 || !isShed(await response.clone().text())) return response;
    await wait(SHED_PAUSE_MS);
  }
}

function textOf({ content: [first] }: CallToolResult): string {
  return first?.type === "text" ? first.text : "";
}

/** A message of revision 2026-07-28 as sent, with the headers that must match it. */
export function modern(method: string, params: Args = {}): { headers: Headers; body: Args } {
  const revision = "2026-07-28";
  const named: Headers = typeof params.name === "string" ? { "mcp-name": params.name } : {};
  return {
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...named,
    },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": revision,
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    },
  };
}
