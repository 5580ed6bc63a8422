import type { Tool } from "@/lib/server/mcp/tool";
import {
  addThreadInsight,
  readKnowledge,
  searchKnowledge,
  setControlMode,
  startTaskThread,
  syncConnection,
} from "@/lib/server/mcp/tools/knowledge";
import { listAllSkills, readOneSkill, searchSkills } from "@/lib/server/mcp/tools/skills";
import { proposeSkill, proposeSkillUpdate } from "@/lib/server/mcp/tools/submissions";
import { askPublicly, readThread, reportOutcome } from "@/lib/server/mcp/tools/threads";

/** Tools for any caller. */
export const publicTools: Tool[] = [searchSkills, readOneSkill, listAllSkills, askPublicly, readThread, reportOutcome];

/** Tools that need a connection's token: the seven endpoints of the knowledge interface. */
export const connectionTools: Tool[] = [
  searchKnowledge,
  readKnowledge,
  syncConnection,
  startTaskThread,
  addThreadInsight,
  proposeSkill,
  proposeSkillUpdate,
  setControlMode,
];
