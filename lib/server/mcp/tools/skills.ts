import { z } from "zod";
import { RESULTS_MAX, searchPost } from "@/lib/contract/public/search";
import { getSkill, getSkillVersion, listSkills } from "@/lib/contract/public/skills";
import { askEndpoint } from "@/lib/server/mcp/ask-endpoint";
import { THIRD_PARTY_NOTICE, thirdPartyText, withoutNulls } from "@/lib/server/mcp/present-answer";
import { tool } from "@/lib/server/mcp/tool";

const { q, technology, version } = searchPost.input.shape;

export const searchSkills = tool({
  name: "search_skills",
  title: "Search skills",
  description: "Search the library of skills: versioned how-to guidance. Publishes and stores nothing.",
  hints: "TFTF",
  contract: searchPost,
  input: z.strictObject({
    query: q.meta({ description: "Plain prose, without angle brackets or backticks." }),
    technology: technology.meta({ description: "Such as next.js." }),
    version: version.meta({ description: "The user's version of it." }),
    limit: z.int().min(1).max(RESULTS_MAX).optional(),
    include_content: z.boolean().optional(),
  }),
  output: z.looseObject({
    match_quality: z.enum(["full", "partial", "none"]),
    results: z.array(z.looseObject({ skill_id: z.string(), version_id: z.string(), title: z.string() })),
    similar_threads: z.array(z.looseObject({ thread_id: z.string() })),
  }),
  renamed: { q: "query" },
  run: async (ctx, { query, include_content, ...narrow }) => {
    const include = include_content ? ("content" as const) : undefined;
    const { data } = await askEndpoint(searchPost, ctx, { q: query, ...narrow, include, preview: true });
    const { status, nothing_fits, match_quality, degraded, results, similar_threads, excluded, warnings } = data;
    return withoutNulls({
      notice: THIRD_PARTY_NOTICE,
      status,
      match_quality,
      nothing_fits,
      degraded: degraded || null,
      results,
      similar_threads,
      excluded_incompatible: excluded.incompatible,
      warnings,
      next: match_quality === "full" ? "Read one with get_skill." : "If none fits, ask_publicly opens a public thread.",
    });
  },
});

export const readOneSkill = tool({
  name: "get_skill",
  title: "Read a skill",
  description:
    "Read a skill's selected version, or the one named. Check review and applicability before use. No side effects.",
  hints: "TFTF",
  contract: getSkill,
  input: z.strictObject({
    skill_id: getSkill.input.shape.skill_id,
    version_id: getSkillVersion.input.shape.version_id.optional(),
  }),
  output: z.looseObject({
    version_id: z.string(),
    review: z.looseObject({ state: z.string() }),
    applicability: z.array(z.looseObject({ technology: z.string() })),
    third_party_text: z.looseObject({ notice: z.string(), markdown: z.string() }),
  }),
  run: async (ctx, { skill_id, version_id }) => {
    const { data } = version_id
      ? await askEndpoint(getSkillVersion, ctx, { skill_id, version_id })
      : await askEndpoint(getSkill, ctx, { skill_id });
    return withoutNulls({
      version_id: data.version_id,
      is_selected: data.is_selected,
      review: data.review,
      applicability: data.applicability,
      risk_labels: data.risk_labels,
      skill_id: data.skill_id,
      title: data.title,
      description: data.description,
      outcomes: data.outcomes,
      license: data.license,
      public_references: data.public_references,
      canonical_url: data.canonical_url,
      created_at: data.created_at,
      content_sha256: data.content_sha256,
      third_party_text: thirdPartyText(data.markdown),
    });
  },
});

export const listAllSkills = tool({
  name: "list_skills",
  title: "List skills",
  description: "List the library's skills, newest first. No side effects.",
  hints: "TFTF",
  contract: listSkills,
  input: z.strictObject({
    technology: listSkills.input.shape.technology,
    cursor: listSkills.input.shape.cursor.meta({ description: "next_cursor of the page before." }),
  }),
  output: z.looseObject({
    skills: z.array(z.looseObject({ skill_id: z.string(), title: z.string() })),
    next_cursor: z.string().optional(),
  }),
  run: async (ctx, input) => {
    const page = await askEndpoint(listSkills, ctx, input);
    return withoutNulls({
      skills: page.data.map((skill) => ({
        skill_id: skill.skill_id,
        version_id: skill.version.version_id,
        title: skill.title,
        description: skill.description,
        applicability: skill.applicability,
        review: skill.review.state,
        outcomes: skill.outcomes,
      })),
      next_cursor: page.next_cursor,
    });
  },
});
