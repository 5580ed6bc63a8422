import { type Outcomes, SkillId, VersionId } from "@/lib/contract/primitives";
import type { SkillVersion, SolvedQuestion } from "@/lib/contract/public/resources";
import { inOneSentence, reportersInWords, reviewerInWords, waitingInWords } from "@/lib/contract/skill-in-words";
import { pageContext } from "@/lib/domain/context";
import {
  getOverview,
  getSkill,
  getSkillVersion,
  type VersionInList,
  withStandings,
} from "@/lib/domain/skills/get-skill";
import { chooseForReader, readerOf } from "@/lib/domain/skills/reader";
import { listSkillQuestions } from "@/lib/domain/threads/posts";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { apiUrl } from "@/lib/platform/urls";
import { alternateOf, facts, inline, link, originFacts, references } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";
import { THIRD_PARTY_NOTICE } from "@/lib/server/mcp/present";

const VERSIONS_LISTED = 20;

/**
 * The page of a skill. With `technology` and `version` it shows the version that fits and says why; when none fits it
 * says so before the selected one. Throws `not_found`, or `withdrawn` when none of its content is readable.
 */
export async function skillAlternate(skill_id: string, search: URLSearchParams): Promise<Document> {
  if (!SkillId.safeParse(skill_id).success) throw nothing();
  const { data: skill } = await getSkill(pageContext(), { skill_id });
  const versions = withStandings(skill.versions);
  const reader = readerOf({ technology: search.get("technology"), version: search.get("version") });
  const choice = await chooseForReader(versions, reader);
  const version_id = choice?.version.version_id ?? skill.version_id;
  const isOther = version_id !== skill.version_id;
  const version = isOther ? (await getSkillVersion(pageContext(), { skill_id, version_id })).data : skill;
  const path = isOther ? `/skills/${skill_id}/versions/${version_id}` : `/skills/${skill_id}/${skill.slug}`;
  return alternateOf(path, [
    isOther ? versionTitle(version) : `# ${inline(version.title)}`,
    waiting(version),
    choice && inline([choice.title, ...choice.reasons].join(" ")),
    inline(version.description),
    facts({
      Page: isOther ? version.canonical_url : skill.skill_url,
      Install: isOther ? null : `\`npx skills add ${skill.skill_url}\``,
      "Add to a project": isOther ? null : addToProject(skill_id),
      ...about(version, versions),
      "As JSON": apiUrl(skill_id, isOther ? version_id : null),
    }),
    versionsOf(versions),
    questionsStated(version),
    questionsSolved(skill.solved_questions),
    await questionsAbout(skill_id),
    content(version),
  ]);
}

/** The permalink of one version, which never shows another. Throws `not_found` and `withdrawn`. */
export async function versionAlternate(skill_id: string, version_id: string): Promise<Document> {
  if (!SkillId.safeParse(skill_id).success || !VersionId.safeParse(version_id).success) throw nothing();
  const [{ data }, { versions }] = await Promise.all([
    getSkillVersion(pageContext(), { skill_id, version_id }),
    getOverview(pageContext(), { skill_id }),
  ]);
  const successor = versions.find((one) => one.version_id === version_id)?.successor;
  return alternateOf(`/skills/${skill_id}/versions/${version_id}`, [
    versionTitle(data),
    waiting(data),
    successor
      ? `Superseded by ${link(`version ${successor.ordinal}`, successor.canonical_url)}, which covers all that this version covers.`
      : null,
    inline(data.description),
    facts({
      Page: data.canonical_url,
      Install: `\`npx skills add ${data.canonical_url}\``,
      "Add to a project": addToProject(data.canonical_url),
      ...about(data, versions),
      "As JSON": apiUrl(skill_id, version_id),
    }),
    questionsStated(data),
    content(data),
  ]);
}

function waiting({ quarantine }: SkillVersion): string | null {
  return quarantine && `> **Waiting.** ${inline(waitingInWords(quarantine))}`;
}

/** The command that adds a skill, in the version that fits, or one version to the project in whose folder it runs. */
function addToProject(added: string): string {
  return `\`npx ${env().BASE_URL}/client.tgz add ${added}\``;
}

function versionTitle({ title, ordinal }: SkillVersion): string {
  return `# ${inline(title)} (version ${ordinal})`;
}

function about(version: SkillVersion, versions: readonly VersionInList[]): Record<string, string | null> {
  const { review, outcomes } = version;
  const standing = versions.find(({ version_id }) => version_id === version.version_id)?.standing;
  const fits = version.applicability.map((entry) => inline(`${entry.technology} ${entry.constraint}`));
  return {
    Version: `${inline([version.ordinal, standing].filter(Boolean).join(", "))} (${version.version_id}), published ${version.created_at}`,
    Fits: fits.length > 0 ? fits.join("; ") : "states no version limits",
    Review:
      review.state === "none"
        ? review.note
        : `checked against ${inline(review.version_checked)} by ${inline(reviewerInWords(review))} on ${review.reviewed_at.slice(0, 10)}: ${inline(review.note)}`,
    Newer: version.freshness && inline(inOneSentence(version.freshness)),
    Outcomes: outcomesInWords(outcomes),
    "Risk labels": version.risk_labels.map(inline).join(", "),
    ...originFacts(version.origin),
    References: references(version.public_references),
    Files: version.files.map(({ path, bytes, url }) => `${link(path, url)} (${bytes} bytes)`).join(", "),
    "As a SKILL.md": `${version.canonical_url}/SKILL.md`,
  };
}

function outcomesInWords(outcomes: Outcomes): string {
  const counts = `${outcomes.resolved} resolved, ${outcomes.partial} partial, ${outcomes.failed} failed`;
  const reporters = reportersInWords(outcomes);
  return reporters ? `${counts}, reported by ${reporters}` : counts;
}

function versionsOf(versions: readonly VersionInList[]): string {
  const lines = versions
    .slice(0, VERSIONS_LISTED)
    .map(
      ({ ordinal, standing, canonical_url, change_summary }) =>
        `- ${link(`Version ${ordinal}`, canonical_url)} (${inline(standing)}): ${inline(change_summary)}`,
    );
  return `## Versions\n\n${lines.join("\n")}`;
}

function questionsStated({ questions }: SkillVersion): string | null {
  const lines = questions.map((question) => `- ${inline(question)}`);
  return lines.length > 0
    ? `## Questions it is written for\n\nAs its author states them:\n\n${lines.join("\n")}`
    : null;
}

function questionsSolved(solved: readonly SolvedQuestion[]): string | null {
  const lines = solved.map(
    ({ title, canonical_url, reported_at }) => `- ${link(title, canonical_url)} (${reported_at.slice(0, 10)})`,
  );
  return lines.length > 0 ? `## Questions this answered\n\n${lines.join("\n")}` : null;
}

async function questionsAbout(skill_id: string): Promise<string | null> {
  const questions = await listSkillQuestions(pageContext(), { skill_id });
  const lines = questions.map(({ title, canonical_url, status }) => `- ${link(title, canonical_url)} (${status})`);
  return lines.length > 0 ? `## Questions about this skill\n\n${lines.join("\n")}` : null;
}

/** The content comes last and runs to the end, so that it cannot imitate a section that follows. */
function content(version: SkillVersion): string {
  return `## Content\n\n${THIRD_PARTY_NOTICE} It runs to the end of this document.\n\n---\n\n${withAddresses(version)}`;
}

/** Relative links to files of the version become whole addresses: this document lies elsewhere than SKILL.md. */
function withAddresses({ markdown, files }: SkillVersion): string {
  return files.reduce((text, { path, url }) => {
    const asLinked = new RegExp(`(\\]\\((?:\\./)?)${path.replace(/[.*+?^$|()[\]{}\\]/g, "\\$&")}(?=[)#\\s])`, "g");
    return text.replace(asLinked, () => `](${url}`);
  }, markdown);
}

function nothing(): Problem {
  return new Problem("not_found", { detail: "No skill or version has this id." });
}
