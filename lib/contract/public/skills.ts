import { z } from "zod";
import { endpoint, repetitionRefusals, writerRefusals } from "@/lib/contract/endpoint";
import { Reason } from "@/lib/contract/maintenance/moderation";
import {
  CONSTRAINT_CHARACTERS_MAX,
  plainProse,
  Revision,
  SkillId,
  SkillVersionRef,
  TECHNOLOGY_CHARACTERS_MAX,
  Timestamp,
  Url,
  VersionId,
} from "@/lib/contract/primitives";
import {
  answer,
  page,
  paging,
  SkillSummary,
  SkillVersion,
  SolvedQuestion,
  VersionSummary,
} from "@/lib/contract/public/resources";
import { SearchWarnings } from "@/lib/contract/search-answer";

/** A kind of origin, or one source. */
const SourceChoice = z
  .string()
  .regex(
    /^(?:npm|git|folder|submission|src_[A-Za-z0-9_-]{22})$/,
    "must be npm, git, folder, submission or the id of a source",
  )
  .meta({
    description:
      "Where the selected version comes from: a kind of origin (npm, git, folder, submission), or the id of one source.",
    examples: ["npm"],
  });

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
    source: SourceChoice.optional(),
    mine: z
      .boolean()
      .optional()
      .meta({ description: "The versions of your token that are selected or wait, without filters, newest first." }),
    sort: SkillSort.optional().meta({ description: "Default `relevance` with q, `updated` without." }),
    ...paging,
  }),
  output: page(SkillSummary).extend({ degraded: z.boolean(), warnings: SearchWarnings }),
  problems: ["invalid_cursor", "authentication_required"],
  auth: "optional",
  rate: "read",
  shared: true,
});

/** Technologies of one request: the direct dependencies of most projects. */
const FITTING_TECHNOLOGIES_MAX = 200;
export const FITTING_SKILLS_MAX = 5;

const FittingSkill = SkillSummary.extend({
  also_needs: z.array(z.string()).meta({
    description:
      "Packages that the version is for too and the request does not name: what the skill says of them is of no use yet.",
  }),
}).meta({ id: "FittingSkill" });
export type FittingSkill = z.infer<typeof FittingSkill>;

const Fitting = z
  .strictObject({
    technology: z.string().meta({ description: "As asked." }),
    version: z.string().nullable().meta({ description: "As asked." }),
    known: z.boolean().meta({ description: "Whether a skill or the table of names knows the technology." }),
    fits: z.array(FittingSkill).max(FITTING_SKILLS_MAX).meta({
      description:
        "Skills with a version for this technology in this version, best first, those that also need others last; none that excludes another technology of the request.",
    }),
    other_versions: z
      .int()
      .min(0)
      .meta({ description: "Skills that name the technology, but have no version that fits." }),
  })
  .meta({ id: "FittingSkills" });
export type Fitting = z.infer<typeof Fitting>;

export const findFittingSkills = endpoint({
  name: "find_fitting_skills",
  method: "POST",
  path: "/api/v1/skills/fitting",
  summary: "The skills that fit the technologies of a project, in the versions that it uses.",
  description:
    "Takes what a lock file names. The answer has one entry for each technology, in the order asked. Publishes and stores nothing.",
  tag: "Skills",
  input: z.strictObject({
    technologies: z
      .array(
        z.strictObject({
          technology: z.string().min(1).max(TECHNOLOGY_CHARACTERS_MAX),
          version: z.string().min(1).max(CONSTRAINT_CHARACTERS_MAX).optional(),
        }),
      )
      .max(FITTING_TECHNOLOGIES_MAX),
  }),
  output: answer(z.array(Fitting)),
  problems: [],
  auth: "none",
  rate: "read",
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

export const withdrawOwnVersion = endpoint({
  name: "withdraw_own_version",
  method: "POST",
  path: "/api/v1/skills/{skill_id}/versions/{version_id}/withdraw",
  summary: "Withdraw a version that you published: its text is erased for good.",
  description:
    "Its pages and files are 410 and name the reason; its title, its digest and what it covers stay in the history, and whoever holds it is told by sync. If it was selected, the newest other listed version takes its place, or none. Repeating it answers the same.",
  tag: "Skills",
  input: z.strictObject({ skill_id: SkillId, version_id: VersionId, reason: Reason }),
  carriedBy: { skill_id: { path: "skill_id" }, version_id: { path: "version_id" } },
  output: answer(
    VersionSummary.extend({
      skill_id: SkillId,
      withdrawn_at: Timestamp,
      reason: z.string(),
      selected: SkillVersionRef.nullable(),
      selection_revision: Revision,
    }),
  ),
  problems: [...writerRefusals, "not_found", "not_author", "invalid_text", "unsafe_text", ...repetitionRefusals],
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
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

export const createAppeal = endpoint({
  name: "create_appeal",
  method: "POST",
  path: "/api/v1/skills/{skill_id}/versions/{version_id}/appeal",
  summary: "Ask a maintainer to look at a version of yours that waits.",
  description:
    "One appeal a version is open at a time: another one answers 201 with the same. The next decision about the version answers it, and `sync` delivers that decision.",
  tag: "Skills",
  status: 201,
  input: z.strictObject({ skill_id: SkillId, version_id: VersionId, text: plainProse(1_000) }),
  carriedBy: { skill_id: { path: "skill_id" }, version_id: { path: "version_id" } },
  output: answer(
    z.strictObject({
      appeal_id: z.string(),
      ref: SkillVersionRef,
      text: z.string(),
      state: z.literal("open"),
      created_at: Timestamp,
    }),
  ),
  problems: [
    ...writerRefusals,
    "not_found",
    "not_author",
    "invalid_transition",
    "withdrawn",
    "invalid_text",
    "unsafe_text",
    ...repetitionRefusals,
  ],
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
});
