import { z } from "zod";
import type { HeldVersion } from "@/lib/contract/knowledge/resources";
import { knowledgeSearch } from "@/lib/contract/knowledge/search";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import type { SkillSummary, SkillVersion } from "@/lib/contract/public/resources";
import { RESULTS_MAX, searchPost } from "@/lib/contract/public/search";
import {
  type FittingSkill,
  findFittingSkills,
  getSkill,
  getSkillVersion,
  listSkills,
} from "@/lib/contract/public/skills";
import { presentHeldVersions } from "@/lib/domain/present/held-version";
import { readFittingVersion } from "@/lib/domain/skills/read-fitting-version";
import { readTextFile } from "@/lib/domain/skills/version-texts";
import { Problem } from "@/lib/platform/errors";
import { versionAddresses } from "@/lib/platform/urls";
import { askedOf } from "@/lib/search/asked/read-with-library";
import { askEndpoint } from "@/lib/server/mcp/ask-endpoint";
import { nextCall } from "@/lib/server/mcp/next-call";
import { presentedOnce, thirdPartyText, withoutNulls } from "@/lib/server/mcp/present-answer";
import { leanResults, presentFound, withFirstText } from "@/lib/server/mcp/present-search";
import { tool } from "@/lib/server/mcp/tool";

const { q, technology, version } = searchPost.input.shape;
/** Described once, in the first tool of the list. */
const asked = { technology: technology.meta({}), version: version.meta({ description: undefined }) };

const Warnings = z.array(z.looseObject({ detail: z.string() })).optional();

function detailsOf(warnings: z.output<typeof Warnings>): string[] {
  return (warnings ?? []).map(({ detail }) => detail);
}

export const searchSkills = tool({
  name: "search_skills",
  title: "Search skills",
  description: "Search versioned how-to guidance. Publishes and stores nothing.",
  hints: "TFTF",
  contract: searchPost,
  input: z.strictObject({
    query: q.meta({ description: "The whole question in plain prose: technology, symptom, API names." }),
    technology,
    version: version.meta({ description: "The user's version of it, such as 14.2.3." }),
    limit: z.int().min(1).max(RESULTS_MAX).optional(),
    include_content: z.boolean().optional(),
    loaded_versions: knowledgeSearch.input.shape.loaded_versions.meta({ description: "Those you hold." }),
  }),
  output: z.looseObject({
    status: z.string(),
    search_note: z.string().optional(),
    warnings: Warnings,
    results: z.array(z.looseObject({ content: z.looseObject({}).optional() })),
    next: z.string(),
  }),
  renamed: { q: "query" },
  gist: ({ status, search_note, warnings, results, next }) =>
    [
      search_note ?? status,
      ...detailsOf(warnings),
      ...results.map(({ title, verdict, strength }) => `- ${title} (${verdict}, ${strength})`),
      results.some(({ content }) => content) ? "The text: results[0].content." : next,
    ].join("\n"),
  run: async (ctx, { query, include_content, limit, loaded_versions, ...narrow }) => {
    const [{ data }, loaded] = await Promise.all([
      // The text of the first result replaces the choice between several.
      askEndpoint(searchPost, ctx, {
        ...{ q: query, ...narrow, preview: true },
        limit: limit ?? (include_content ? 1 : undefined),
      }),
      loaded_versions ? heldForQuestion(loaded_versions, { query, ...narrow }) : null,
    ]);
    const results = leanResults(data.results, loaded);
    const present = (shown: typeof results) => presentFound(data, shown, { query, ...narrow }, loaded);
    const shown = include_content ? await withFirstText(results, present) : results;
    const content = shown.find((result) => result.content)?.content;
    return presentedOnce("search_skills", [narrow, data, loaded, content], () => present(shown));
  },
});

/** The state of the versions that the caller holds, for the technology that the question names. */
async function heldForQuestion(refs: SkillVersionRef[], asked: Parameters<typeof askedOf>[0]): Promise<HeldVersion[]> {
  const { entries } = refs.length > 0 ? await askedOf(asked) : { entries: [] };
  return presentHeldVersions(refs, entries);
}

export const readOneSkill = tool({
  name: "get_skill",
  title: "Read a skill",
  description: "Read the fitting, named or selected version, or a file of it.",
  hints: "TFTF",
  contract: getSkill,
  input: z.strictObject({
    skill_id: getSkill.input.shape.skill_id,
    version_id: getSkillVersion.input.shape.version_id.optional(),
    ...asked,
    from: z.int().min(0).optional(),
    file: z.string().max(200).optional(),
  }),
  output: z.looseObject({
    version_id: z.string(),
    title: z.string().optional(),
    skill_md_url: z.string().optional(),
    from: z.int().optional(),
    fit: z.looseObject({ verdict: z.string(), note: z.string() }).optional(),
    superseded_by: z.string().optional(),
    files: z.array(z.looseObject({ path: z.string() })).optional(),
    file: z.string().optional(),
    third_party_text: z.looseObject({ markdown: z.string() }),
  }),
  gist: ({ title, version_id, fit, superseded_by, skill_md_url, from, file, files }) =>
    file
      ? `${file} of ${version_id}: third_party_text.markdown`
      : from
        ? `The rest of ${version_id}: third_party_text.markdown`
        : [
            `${title} (${version_id}).`,
            ...(fit ? [fit.note] : []),
            ...(superseded_by ? [`Version ${superseded_by} supersedes it.`] : []),
            `Text: third_party_text.markdown, also at ${skill_md_url}`,
            ...(files ? [`Files (send file): ${files.map(({ path }) => path).join(", ")}`] : []),
          ].join(" "),
  run: async (_ctx, { technology, version, from = 0, file, ...named }) => {
    const { version: data, fit, superseded_by } = await readFittingVersion(named, { technology, version });
    const { skill_id, version_id } = data;
    if (file !== undefined) return fileOf(data, file, from);
    if (from > 0) return restOf(data, from);
    return withoutNulls({
      version_id,
      fit: fit && {
        verdict: fit.verdict,
        note: fit.note,
        next: fit.other && nextCall("get_skill", { skill_id, version_id: fit.other.version_id }),
      },
      superseded_by,
      is_candidate: data.is_candidate || null,
      is_selected: data.is_selected,
      review: data.review,
      applicability: data.applicability,
      risk_labels: data.risk_labels,
      skill_id,
      title: data.title,
      description: data.description,
      outcomes: data.outcomes,
      license: data.license,
      origin: data.origin,
      public_references: data.public_references,
      questions: data.questions.length > 0 ? data.questions : null,
      canonical_url: data.canonical_url,
      ...versionAddresses(data),
      created_at: data.created_at,
      content_sha256: data.content_sha256,
      files: data.files.length > 0 ? data.files.map(({ path, bytes, url }) => ({ path, bytes, url })) : null,
      third_party_text: thirdPartyText(data.markdown),
    });
  },
});

/** The text of a version after its first characters, for a caller who has them and what goes with them. */
function restOf({ version_id, markdown }: SkillVersion, from: number): Record<string, unknown> {
  return { version_id, from, third_party_text: thirdPartyText(markdown.slice(from).toWellFormed()) };
}

/** One file of a version. Images and PDF have an address, but no text. Throws `not_found`. */
async function fileOf(version: SkillVersion, path: string, from: number): Promise<Record<string, unknown>> {
  const file = version.files.find((one) => one.path === path);
  if (!file) {
    const paths = version.files.map((one) => one.path).join(", ");
    const detail = paths ? `It has ${paths}.`.slice(0, DETAIL_CHARACTERS_MAX) : "It is a text alone.";
    throw new Problem("not_found", { detail: `The version has no such file. ${detail}` });
  }
  const text = await readTextFile(version, path);
  const { version_id } = version;
  const place = { version_id, file: path, media_type: file.media_type, sha256: file.sha256, url: file.url };
  if (text === null) return { ...place, third_party_text: thirdPartyText("This file is no text: download it.") };
  const end = from + FILE_CHARACTERS;
  return {
    ...place,
    ...(from > 0 ? { from } : {}),
    ...(end < text.length
      ? { rest: nextCall("get_skill", { skill_id: version.skill_id, version_id, file: path, from: end }) }
      : {}),
    third_party_text: thirdPartyText(text.slice(from, end).toWellFormed()),
  };
}

/** Of a file in one answer: in any language less than what hosts show. */
const FILE_CHARACTERS = 15_000;
/** Of the paths in a refusal. */
const DETAIL_CHARACTERS_MAX = 400;

export const listAllSkills = tool({
  name: "list_skills",
  title: "List skills",
  description: "List skills that fit, newest first. No side effects.",
  hints: "TFTF",
  contract: listSkills,
  input: z.strictObject({
    ...asked,
    cursor: listSkills.input.shape.cursor,
  }),
  output: z.looseObject({
    skills: z.array(z.looseObject({})),
    warnings: Warnings,
    next_cursor: z.string().optional(),
  }),
  gist: ({ skills, warnings, next_cursor }) =>
    [
      ...(skills.length === 0 ? ["No skill fits."] : []),
      ...detailsOf(warnings),
      ...skills.map(({ title, skill_id, version_id, verdict }) =>
        [`- ${title}`, skill_id, version_id, ...(verdict ? [verdict] : [])].join(", "),
      ),
      ...(next_cursor ? ["There are more."] : []),
    ].join("\n"),
  run: async (ctx, input) => {
    const page = await askEndpoint(listSkills, ctx, input);
    return withoutNulls({
      skills: page.data.map(summaryOf),
      warnings: page.warnings,
      next_cursor: page.next_cursor,
    });
  },
});

function summaryOf(skill: SkillSummary) {
  return {
    skill_id: skill.skill_id,
    version_id: skill.version.version_id,
    version_url: skill.version_url,
    skill_md_url: skill.skill_md_url,
    title: skill.title,
    description: skill.description,
    applicability: skill.applicability,
    verdict: skill.verdict,
    review: skill.review.state,
    outcomes: skill.outcomes,
  };
}

function fittingOf({ also_needs, ...skill }: FittingSkill) {
  return { ...summaryOf(skill), ...(also_needs.length > 0 ? { also_needs } : {}) };
}

export const suggestSkills = tool({
  name: "suggest_skills",
  title: "Suggest skills",
  description: "Skills that fit a project's dependencies. Stores nothing; leave out private names.",
  hints: "TFTF",
  contract: findFittingSkills,
  input: findFittingSkills.input,
  output: z.looseObject({
    dependencies: z.array(z.looseObject({ technology: z.string(), skills: z.array(z.looseObject({})) })),
    none: z.array(z.string()),
  }),
  gist: ({ dependencies, none }) =>
    [
      ...dependencies.map(({ technology, version, skills, other_versions }) => {
        const titles = skills.map(({ title, skill_id, verdict }) => `${title} (${skill_id}, ${verdict})`).join("; ");
        return `- ${technology} ${version ?? ""}: ${titles || `none; ${other_versions} for other versions`}`;
      }),
      ...(none.length > 0 ? [`No skill: ${none.join(", ")}.`] : []),
    ].join("\n"),
  run: async (ctx, input) => {
    const { data } = await askEndpoint(findFittingSkills, ctx, input);
    const isEmpty = ({ fits, other_versions }: (typeof data)[number]) => fits.length === 0 && other_versions === 0;
    return withoutNulls({
      dependencies: data
        .filter((one) => !isEmpty(one))
        .map(({ fits, known: _, ...asked }) => ({ ...asked, skills: fits.map(fittingOf) })),
      none: data.filter(isEmpty).map(({ technology }) => technology),
    });
  },
});
