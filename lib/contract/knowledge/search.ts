import { z } from "zod";
import { SearchWarnings } from "@/lib/contract/asked";
import { endpoint } from "@/lib/contract/endpoint";
import { HeldVersion, KnowledgeConversation, KnowledgeSkill } from "@/lib/contract/knowledge/resources";
import {
  APPLICABILITY_ENTRIES_MAX,
  ApplicabilityEntry,
  HELD_VERSIONS_MAX,
  MatchQuality,
  plainProse,
  QUERY_CHARACTERS_MAX,
  SkillVersionRef,
} from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";
import { Include, NothingFits, SearchStatus } from "@/lib/contract/search-answer";

export const knowledgeSearch = endpoint({
  name: "knowledge_search",
  method: "POST",
  path: "/api/knowledge/v2/search",
  summary: "Search skills and conversations. Publishes nothing; the query is neither stored nor logged.",
  tag: "Knowledge",
  input: z.strictObject({
    query: plainProse(QUERY_CHARACTERS_MAX).meta({ examples: ["cache a page in next.js"] }),
    applicability: z.array(ApplicabilityEntry).max(APPLICABILITY_ENTRIES_MAX).optional(),
    skill_limit: z.int().min(0).max(5).optional().meta({ description: "Default 3; 0 means none." }),
    conversation_limit: z.int().min(0).max(3).optional().meta({ description: "Default 2; 0 means none." }),
    loaded_versions: z
      .array(SkillVersionRef)
      .max(HELD_VERSIONS_MAX)
      .optional()
      .meta({ description: "Versions the caller already holds." }),
    include: Include.optional(),
  }),
  carriedBy: { include: { query: "include" } },
  output: answer(
    z.strictObject({
      status: SearchStatus,
      match_quality: MatchQuality,
      nothing_fits: NothingFits.nullable(),
      degraded: z.boolean(),
      skills: z.array(KnowledgeSkill).max(5),
      conversations: z.array(KnowledgeConversation).max(3),
      excluded: z.strictObject({ incompatible: z.int().min(0) }),
      loaded_versions: z.array(HeldVersion),
      warnings: SearchWarnings,
    }),
  ),
  problems: ["authentication_required", "invalid_token", "connection_paused", "connection_revoked", "invalid_text"],
  auth: "connection",
  access: "read",
  rate: "v2_read",
});
