import { anyContract, type EndpointContract } from "@/lib/contract/endpoint";
import { createConnection, getConnection } from "@/lib/contract/public/connections";
import { listDecisions } from "@/lib/contract/public/decisions";
import { getLiveness, getReadiness } from "@/lib/contract/public/health";
import { getLogCheckpoint, listLog } from "@/lib/contract/public/log";
import { getPublicOpenapi } from "@/lib/contract/public/openapi";
import { getPost, listPosts } from "@/lib/contract/public/posts";
import { createReply, listReplies } from "@/lib/contract/public/replies";
import { search, searchPost } from "@/lib/contract/public/search";
import { getSkill, getSkillVersion, listSkills } from "@/lib/contract/public/skills";

/** The contracts of the public interface in the order of its document. */
export const publicContracts: EndpointContract[] = [
  anyContract(search),
  anyContract(searchPost),
  anyContract(listReplies),
  anyContract(createReply),
  anyContract(listPosts),
  anyContract(getPost),
  anyContract(listSkills),
  anyContract(getSkill),
  anyContract(getSkillVersion),
  anyContract(createConnection),
  anyContract(getConnection),
  anyContract(listDecisions),
  anyContract(listLog),
  anyContract(getLogCheckpoint),
  anyContract(getPublicOpenapi),
  anyContract(getLiveness),
  anyContract(getReadiness),
];
