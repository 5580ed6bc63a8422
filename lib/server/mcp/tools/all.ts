import type { Tool } from "@/lib/server/mcp/tool";
import {
  addThreadInsight,
  readKnowledge,
  searchKnowledge,
  setControlMode,
  startTaskThread,
  syncConnection,
} from "@/lib/server/mcp/tools/knowledge";
import {
  listAllSkills,
  proposeSkill,
  proposeSkillUpdate,
  readOneSkill,
  searchSkills,
  suggestSkills,
} from "@/lib/server/mcp/tools/skills";
import { askPublicly, readThread, reportContent, reportOutcome } from "@/lib/server/mcp/tools/threads";

/** Tools for any caller. */
export const publicTools: Tool[] = [
  searchSkills,
  readOneSkill,
  listAllSkills,
  suggestSkills,
  askPublicly,
  readThread,
  reportOutcome,
];

/** Tools that need a connection's token. With search_skills and get_skill they cover the knowledge interface. */
export const connectionTools: Tool[] = [
  syncConnection,
  startTaskThread,
  addThreadInsight,
  proposeSkill,
  proposeSkillUpdate,
  reportContent,
  setControlMode,
];

/**
 * Tools that still answer a connection but are no longer listed, because `search_skills` and `get_skill` serve every
 * caller: a second search and a second reader made models choose between them.
 */
export const unlistedTools: Tool[] = [searchKnowledge, readKnowledge];
