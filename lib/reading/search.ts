import type { Context } from "@/lib/context";
import type { InputOf } from "@/lib/contract/endpoint";
import type { knowledgeSearch as contract } from "@/lib/contract/knowledge/search";
import { requireConnection } from "@/lib/require-connection";
import { type KnowledgeFindings, searchKnowledge } from "@/lib/search/search-knowledge";

type Input = InputOf<typeof contract>;

/** Searches skills and conversations for a connection. Opens no thread and publishes nothing. */
export async function searchForConnection(ctx: Context, input: Input): Promise<{ data: KnowledgeFindings }> {
  requireConnection(ctx);
  const { findings } = await searchKnowledge(input);
  return { data: findings };
}
