import { z } from "zod";
import { SearchWarnings } from "@/lib/contract/asked";
import { endpoint } from "@/lib/contract/endpoint";
import {
  CONSTRAINT_CHARACTERS_MAX,
  Cursor,
  PAGE_ITEMS_MAX,
  Revision,
  SkillId,
  TECHNOLOGY_CHARACTERS_MAX,
  Timestamp,
  Url,
  VersionId,
} from "@/lib/contract/primitives";
import {
  answer,
  page,
  SkillSummary,
  SkillVersion,
  SolvedQuestion,
  VersionSummary,
} from "@/lib/contract/public/resources";

const SkillSort = z.enum(["relevance", "updated", "outcomes", "title"]);

export const listSkills = endpoint({
  name: "list_skills",
  method: "GET",
  path: "/api/v1/skills",
  summary: "List or search the skill directory. Publishes nothing.",
  tag: "Skills",
  input: z.strictObject({
    q: z.string().min(1).max(500).optional(),
    technology: z.string().min(1).max(TECHNOLOGY_CHARACTERS_MAX).optional(),
    version: z.string().min(1).max(CONSTRAINT_CHARACTERS_MAX).optional(),
    reviewed: z.boolean().optional(),
    reported: z.boolean().optional().meta({ description: "Whether anybody has reported an outcome." }),
    mine: z
      .boolean()
      .optional()
      .meta({ description: "The versions of your token that are selected or wait, without filters, newest first." }),
    sort: SkillSort.optional().meta({ description: "Default `relevance` with q, `updated` without." }),
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 20." }),
    cursor: Cursor.optional(),
  }),
  output: page(SkillSummary).extend({ degraded: z.boolean(), warnings: SearchWarnings }),
  problems: ["invalid_cursor", "authentication_required"],
  auth: "optional",
  rate: "read",
  shared: true,
});

export const getSkill = endpoint({
  name: "get_skill",
  method: "GET",
  path: "/api/v1/skills/{skill_id}",
  summary: "Read one skill: its selected version and the list of its versions.",
  tag: "Skills",
  input: z.strictObject({ skill_id: SkillId }),
  carriedBy: { skill_id: { path: "skill_id" } },
  output: answer(
    SkillVersion.extend({
      selected: z.strictObject({ kind: z.literal("skill_version"), skill_id: SkillId, version_id: VersionId }),
      selection_revision: Revision,
      versions: z.array(VersionSummary),
      solved_questions: z.array(SolvedQuestion).meta({ description: "At most ten, newest first." }),
      updated_at: Timestamp,
      skill_url: Url,
    }),
  ),
  problems: ["not_found", "withdrawn"],
  auth: "none",
  rate: "read",
  shared: true,
});

export const getSkillVersion = endpoint({
  name: "get_skill_version",
  method: "GET",
  path: "/api/v1/skills/{skill_id}/versions/{version_id}",
  summary: "Read one version of a skill. Its content never changes.",
  tag: "Skills",
  input: z.strictObject({ skill_id: SkillId, version_id: VersionId }),
  carriedBy: { skill_id: { path: "skill_id" }, version_id: { path: "version_id" } },
  output: answer(SkillVersion),
  problems: ["not_found", "withdrawn"],
  auth: "none",
  rate: "read",
  shared: true,
});
