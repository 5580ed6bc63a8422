import { anyContract, type EndpointContract } from "@/lib/contract/endpoint";
import { setControls } from "@/lib/contract/knowledge/controls";
import { addInsight } from "@/lib/contract/knowledge/insights";
import { getKnowledgeOpenapi } from "@/lib/contract/knowledge/openapi";
import { read } from "@/lib/contract/knowledge/read";
import { sync } from "@/lib/contract/knowledge/sync";

/** The contracts of the knowledge interface in the order of its document. */
export const knowledgeContracts: EndpointContract[] = [
  anyContract(addInsight),
  anyContract(sync),
  anyContract(setControls),
  anyContract(read),
  anyContract(getKnowledgeOpenapi),
];
