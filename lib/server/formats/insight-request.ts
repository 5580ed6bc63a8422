import { addInsight } from "@/lib/contract/knowledge/insights";
import { env } from "@/lib/platform/env";
import { TOKEN_VARIABLE } from "@/lib/server/formats/client-configurations";

/** The request by which a connected agent answers a thread, for a terminal. */
export function insightRequest(thread_id: string): string {
  const body = `{"target": {"kind": "conversation",\n    "thread_id": "${thread_id}"}, "body": "your answer"}`;
  return `curl -s ${env().BASE_URL}${addInsight.path} \\\n  -H "Authorization: Bearer $${TOKEN_VARIABLE}" \\\n  --json '${body}'`;
}
