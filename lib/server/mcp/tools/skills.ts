import { z } from "zod";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import type { HeldVersion } from "@/lib/contract/knowledge/resources";
import { Submission, submitSkill } from "@/lib/contract/knowledge/submissions";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import type { SkillSummary, SkillVersion } from "@/lib/contract/public/resources";
import { searchPost } from "@/lib/contract/public/search";
import {
  type FittingSkill,
  findFittingSkills,
  getSkill,
  getSkillVersion,
  listSkills,
} from "@/lib/contract/public/skills";
import { presentHeldVersions } from "@/lib/domain/present/held-version";
import { type FittingVersion, readFittingVersion } from "@/lib/domain/skills/reader";
import { readTextFile } from "@/lib/domain/skills/version-texts";
import { Problem } from "@/lib/platform/errors";
import { versionAddresses } from "@/lib/platform/urls";
import { askedOf } from "@/lib/search/asked/read-asked";
import {
  leanResults,
  nextCall,
  presentedOnce,
  presentSearch,
  thirdPartyText,
  withFirstText,
  withoutNulls,
} from "@/lib/server/mcp/present";
import { answerOfEndpoint, askEndpoint, fieldsOf, tool } from "@/lib/server/mcp/tool";

function detailsOf(warnings: readonly { detail: string }[]): string[] {
  return warnings.map(({ detail }) => detail);
}

export const searchSkills = tool({
  name: "search_skills",
  title: "Search skills",
  description: "Search versioned how-to guidance. Publishes and stores nothing.",
  hints: "TFTF",
  contract: searchPost,
  input: {
    ...fieldsOf(searchPost, {
      q: "Whole question: technology, symptom, API names.",
      technology: true,
      version: null,
      limit: null,
    }),
    include_content: z.boolean().optional(),
    ...fieldsOf(knowledgeSearch, { loaded_versions: "Those you hold." }),
  },
  renamed: { q: "query" },
  run: async (ctx, { q, include_content, limit, loaded_versions, ...narrow }) => {
    const question = { query: q, ...narrow };
    const [{ data }, loaded] = await Promise.all([
      // The text of the first result replaces the choice between several.
      askEndpoint(searchPost, ctx, {
        ...{ q, ...narrow, preview: true },
        limit: limit ?? (include_content ? 1 : undefined),
      }),
      loaded_versions ? heldForQuestion(loaded_versions, question) : null,
    ]);
    const results = leanResults(data.results, loaded);
    const present = (shown: typeof results) => presentSearch(data, shown, question, loaded);
    const shown = include_content ? await withFirstText(results, present) : results;
    const content = shown.find((result) => result.content)?.content;
    return { answer: presentedOnce("search_skills", [narrow, data, loaded, content], () => present(shown)) };
  },
  gist: ({ status, search_note, warnings, results, next }) =>
    [
      search_note ?? status,
      ...detailsOf(warnings),
      ...results.map(({ title, verdict, strength }) => `- ${title} (${verdict}, ${strength})`),
      results.some(({ content }) => content) ? "The text: results[0].content." : next,
    ].join("\n"),
});

/** The state of the versions that the caller holds, for the technology that the question names. */
async function heldForQuestion(
  refs: SkillVersionRef[],
  question: Parameters<typeof askedOf>[0],
): Promise<HeldVersion[]> {
  const { entries } = refs.length > 0 ? await askedOf(question) : { entries: [] };
  return presentHeldVersions(refs, entries);
}

/** Of a file in one answer: in any language less than what hosts show. */
const FILE_CHARACTERS = 15_000;
/** Of the paths in a refusal. */
const DETAIL_CHARACTERS_MAX = 400;

export const readOneSkill = tool({
  name: "get_skill",
  title: "Read skill",
  description: "Read the fitting, named or selected version, or a file of it.",
  hints: "TFTF",
  contract: getSkill,
  input: {
    ...fieldsOf(getSkill, { skill_id: true }),
    version_id: getSkillVersion.input.shape.version_id.optional(),
    ...fieldsOf(searchPost, { technology: true, version: null }),
    from: z.int().min(0).optional(),
    file: z.string().max(200).optional(),
  },
  run: async (_ctx, { technology, version, from = 0, file, ...named }) => {
    const fitting = await readFittingVersion(named, { technology, version });
    return { answer: file === undefined ? textOf(fitting, from) : await fileOf(fitting.version, file, from) };
  },
  gist: (answer) => {
    const { version_id } = answer;
    if ("file" in answer) return `${answer.file} of ${version_id}: third_party_text.markdown`;
    if ("from" in answer) return `The rest of ${version_id}: third_party_text.markdown`;
    const { title, fit, superseded_by, skill_md_url, files } = answer;
    return [
      `${title} (${version_id}).`,
      ...(fit ? [fit.note] : []),
      ...(superseded_by ? [`Version ${superseded_by} supersedes it.`] : []),
      `Text: third_party_text.markdown, also at ${skill_md_url}`,
      ...(files ? [`Files (send file): ${files.map(({ path }) => path).join(", ")}`] : []),
    ].join(" ");
  },
});

/** A version with its text; for a caller who has its first characters only the rest of the text. */
function textOf({ version: data, fit, superseded_by }: FittingVersion, from: number) {
  const { skill_id, version_id, markdown } = data;
  if (from > 0) return { version_id, from, third_party_text: thirdPartyText(markdown.slice(from).toWellFormed()) };
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
    third_party_text: thirdPartyText(markdown),
  });
}

/** One file of a version. Images and PDF have an address, but no text. Throws `not_found`. */
async function fileOf(version: SkillVersion, path: string, from: number) {
  const file = version.files.find((one) => one.path === path);
  if (!file) {
    const paths = version.files.map((one) => one.path).join(", ");
    const detail = paths ? `It has ${paths}.`.slice(0, DETAIL_CHARACTERS_MAX) : "It has only its text.";
    throw new Problem("not_found", { detail: `The version has no such file. ${detail}` });
  }
  const text = await readTextFile(version, path);
  const { version_id } = version;
  const described = { version_id, file: path, media_type: file.media_type, sha256: file.sha256, url: file.url };
  if (text === null) return { ...described, third_party_text: thirdPartyText("This file is not text: download it.") };
  const end = from + FILE_CHARACTERS;
  return {
    ...described,
    ...(from > 0 ? { from } : {}),
    ...(end < text.length
      ? { rest: nextCall("get_skill", { skill_id: version.skill_id, version_id, file: path, from: end }) }
      : {}),
    third_party_text: thirdPartyText(text.slice(from, end).toWellFormed()),
  };
}

export const listAllSkills = tool({
  name: "list_skills",
  title: "List skills",
  description: "List skills that fit, newest first. No side effects.",
  hints: "TFTF",
  contract: listSkills,
  input: fieldsOf(listSkills, { technology: true, version: true, cursor: null }),
  run: async (ctx, input) => {
    const { data, warnings, next_cursor } = await askEndpoint(listSkills, ctx, input);
    return { answer: withoutNulls({ skills: data.map(summaryOf), warnings, next_cursor }) };
  },
  gist: ({ skills, warnings, next_cursor }) =>
    [
      ...(skills.length === 0 ? ["No skill fits."] : []),
      ...detailsOf(warnings),
      ...skills.map(({ title, skill_id, version_id, verdict }) =>
        [`- ${title}`, skill_id, version_id, ...(verdict ? [verdict] : [])].join(", "),
      ),
      ...(next_cursor ? ["There are more."] : []),
    ].join("\n"),
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
  description: "List skills for dependencies. Stores nothing; omit private names.",
  hints: "TFTF",
  contract: findFittingSkills,
  input: findFittingSkills.input.shape,
  run: async (ctx, input) => {
    const { data } = await askEndpoint(findFittingSkills, ctx, input);
    const isEmpty = ({ fits, other_versions }: (typeof data)[number]) => fits.length === 0 && other_versions === 0;
    const answer = withoutNulls({
      dependencies: data
        .filter((one) => !isEmpty(one))
        .map(({ fits, known: _, ...asked }) => ({ ...asked, skills: fits.map(fittingOf) })),
      none: data.filter(isEmpty).map(({ technology }) => technology),
    });
    return { answer };
  },
  gist: ({ dependencies, none }) =>
    [
      ...dependencies.map(({ technology, version, skills, other_versions }) => {
        const titles = skills.map(({ title, skill_id, verdict }) => `${title} (${skill_id}, ${verdict})`).join("; ");
        return `- ${technology} ${version ?? ""}: ${titles || `none; ${other_versions} for other versions`}`;
      }),
      ...(none.length > 0 ? [`No skill: ${none.join(", ")}.`] : []),
    ].join("\n"),
});

const [create, update] = Submission.options;

export const proposeSkill = tool({
  name: "propose_skill",
  title: "Propose a skill",
  description: "Submit a new skill. Once accepted all of it is public. Follow the operation with sync.",
  hints: "FFFT",
  contract: submitSkill,
  input: create.omit({ kind: true }).shape,
  run: (ctx, fields) =>
    answerOfEndpoint(submitSkill, ctx, { kind: "create", ...fields }, ({ data }) => withoutNulls(data)),
});

export const proposeSkillUpdate = tool({
  name: "propose_skill_update",
  title: "Propose a new version",
  description: "Submit a new version of a skill, whole, built on base_version_id. Public once accepted.",
  hints: "FFFT",
  contract: submitSkill,
  input: update.omit({ kind: true }).shape,
  run: (ctx, fields) =>
    answerOfEndpoint(submitSkill, ctx, { kind: "update", ...fields }, ({ data }) => withoutNulls(data)),
});
