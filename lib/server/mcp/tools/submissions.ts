import { z } from "zod";
import { Submission, submitSkill } from "@/lib/contract/knowledge/submissions";
import { tellEndpoint } from "@/lib/server/mcp/ask-endpoint";
import { withoutNulls } from "@/lib/server/mcp/present-answer";
import { tool } from "@/lib/server/mcp/tool";

const output = z.looseObject({ operation: z.looseObject({ operation_ref: z.string(), state: z.string() }) });
const [create, update] = Submission.options;

export const proposeSkill = tool({
  name: "propose_skill",
  title: "Propose a skill",
  description: "Submit a new skill. Once accepted all of it is public. Follow the operation with sync.",
  hints: "FFFT",
  contract: submitSkill,
  input: create.omit({ kind: true }),
  output,
  answered: (ctx, fields) =>
    tellEndpoint(submitSkill, ctx, { kind: "create", ...fields }, ({ data }) => withoutNulls(data)),
});

export const proposeSkillUpdate = tool({
  name: "propose_skill_update",
  title: "Propose a new version",
  description: "Submit a new version of a skill, whole, built on base_version_id. Public once accepted.",
  hints: "FFFT",
  contract: submitSkill,
  input: update.omit({ kind: true }),
  output,
  answered: (ctx, fields) =>
    tellEndpoint(submitSkill, ctx, { kind: "update", ...fields }, ({ data }) => withoutNulls(data)),
});
