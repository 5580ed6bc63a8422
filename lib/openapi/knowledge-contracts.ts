import { anyContract, type EndpointContract } from "@/lib/contract/endpoint";
import { setControls } from "@/lib/contract/knowledge/controls";
import { addInsight } from "@/lib/contract/knowledge/insights";
import { getKnowledgeOpenapi } from "@/lib/contract/knowledge/openapi";
import { read } from "@/lib/contract/knowledge/read";
import { knowledgeSearch } from "@/lib/contract/knowledge/search";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { sync } from "@/lib/contract/knowledge/sync";
import { startTask } from "@/lib/contract/knowledge/tasks-start";
/** The contracts of the knowledge interface in the order of its document. */
export const knowledgeContracts: EndpointContract[] = [
  anyContract(knowledgeSearch),
  anyContract(startTask),
  anyContract(addInsight),
  anyContract(submitSkill),
  anyContract(sync),
  anyContract(setControls),
  anyContract(read),
  anyContract(getKnowledgeOpenapi),
];
