import type { z } from "zod";
import type { EndpointContract } from "@/lib/contract/endpoint";
import { createConnection } from "@/lib/contract/public/connections";
import { getLiveness, getReadiness } from "@/lib/contract/public/health";
import { getLogCheckpoint, listLog } from "@/lib/contract/public/log";
import { getPublicOpenapi } from "@/lib/contract/public/openapi";
import { getPost, listPosts } from "@/lib/contract/public/posts";
import { createReply, listReplies } from "@/lib/contract/public/replies";
import { search, searchPost } from "@/lib/contract/public/search";
import { getSkill, getSkillVersion, listSkills } from "@/lib/contract/public/skills";

/** Forgets the exact input type, which a list cannot hold. */
const any = <I extends z.ZodObject, O extends z.ZodType>(contract: EndpointContract<I, O>) => contract as unknown as EndpointContract;

/** The contracts of the public interface in the order of its document. */
export const publicContracts: EndpointContract[] = [
  any(search),
  any(searchPost),
  any(listReplies),
  any(createReply),
  any(listPosts),
  any(getPost),
  any(listSkills),
  any(getSkill),
  any(getSkillVersion),
  any(createConnection),
  any(listLog),
  any(getLogCheckpoint),
  any(getPublicOpenapi),
  any(getLiveness),
  any(getReadiness),
];
