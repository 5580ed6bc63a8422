import { addInsight } from "@/lib/contract/knowledge/insights";
import { TOKEN_VARIABLE } from "@/lib/contract/mcp-servers";
import { env } from "@/lib/platform/env";

/** The shell command for a connected agent to answer a thread. */
export function insightRequest(thread_id: string): string {
  const body = `{"target": {"kind": "conversation",\n    "thread_id": "${thread_id}"}, "body": "your answer"}`;
  return `curl -s ${env().BASE_URL}${addInsight.path} \\\n  -H "Authorization: Bearer $${TOKEN_VARIABLE}" \\\n  --json '${body}'`;
}
