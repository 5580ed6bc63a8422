import type { InputOf } from "@/lib/contract/endpoint";
import type { knowledgeSearch as contract } from "@/lib/contract/knowledge/search";
import { requireConnection } from "@/lib/domain/connections/require-connection";
import type { Context } from "@/lib/domain/context";
import { type KnowledgeFindings, searchKnowledge } from "@/lib/domain/knowledge/search-knowledge";

type Input = InputOf<typeof contract>;

/** Searches skills and conversations for a connection. Opens no thread and publishes nothing. */
export async function searchForConnection(ctx: Context, input: Input): Promise<{ data: KnowledgeFindings }> {
  requireConnection(ctx);
  const { findings } = await searchKnowledge(input);
  return { data: findings };
}
