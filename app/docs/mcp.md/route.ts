import { mcpGuide } from "@/app/docs/mcp/mcp-guide";
import { answerDocument } from "@/lib/discovery/document";
import { twinOf } from "@/lib/discovery/twins/markdown";
import { env } from "@/lib/env";

export const dynamic = "force-dynamic";
export const GET = (request: Request) =>
  answerDocument(request, () => twinOf("/docs/mcp", ["# Plug an agent in", mcpGuide(env().BASE_URL).trim()]));
