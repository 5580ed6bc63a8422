import { reviewerInWords } from "@/lib/contract/author-in-words";
import { type Outcomes, SkillId, VersionId } from "@/lib/contract/primitives";
import type { SkillVersion, VersionSummary } from "@/lib/contract/public/resources";
import { reportersInWords } from "@/lib/contract/reporters-in-words";
import { pageContext } from "@/lib/domain/page-context";
import { getSkill } from "@/lib/domain/skills/get-skill";
import { getSkillVersion } from "@/lib/domain/skills/get-skill-version";
import { Problem } from "@/lib/platform/errors";
import { apiUrl } from "@/lib/platform/urls";
import { alternateOf, facts, inline, link, references } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";
import { THIRD_PARTY_NOTICE } from "@/lib/server/mcp/present-answer";

const VERSIONS_LISTED = 20;

/** The page of a skill. Throws `not_found`, or `withdrawn` when none of its content is readable. */
export async function skillAlternate(skill_id: string): Promise<Document> {
  if (!SkillId.safeParse(skill_id).success) throw nothing();
  const { data } = await getSkill(pageContext(), { skill_id });
  return alternateOf(`/skills/${skill_id}/${data.slug}`, [
    head(data),
    facts({
      Page: data.skill_url,
      Install: `\`npx skills add ${data.skill_url}\``,
      ...about(data),
      "As JSON": apiUrl(skill_id, null),
    }),
    versionsOf(data.versions),
    content(data),
  ]);
}

/** The permalink of one version. Throws `not_found` and `withdrawn`. */
export async function versionAlternate(skill_id: string, version_id: string): Promise<Document> {
  if (!SkillId.safeParse(skill_id).success || !VersionId.safeParse(version_id).success) throw nothing();
  const { data } = await getSkillVersion(pageContext(), { skill_id, version_id });
  return alternateOf(`/skills/${skill_id}/versions/${version_id}`, [
    head(data),
    facts({
      Page: data.canonical_url,
      Install: `\`npx skills add ${data.canonical_url}\``,
      ...about(data),
      "As JSON": apiUrl(skill_id, version_id),
    }),
    content(data),
  ]);
}

function head(version: SkillVersion): string {
  return `# ${inline(version.title)}\n\n${inline(version.description)}`;
}

function about(version: SkillVersion): Record<string, string | null> {
  const { review, outcomes } = version;
  const state = version.is_selected
    ? "the selected one"
    : version.is_candidate
      ? "a candidate"
      : "not the selected one";
  const fits = version.applicability.map((entry) => inline(`${entry.technology} ${entry.constraint}`));
  return {
    Version: `${version.ordinal}, ${state} (${version.version_id}), published ${version.created_at}`,
    Fits: fits.length > 0 ? fits.join("; ") : "states no version limits",
    Review:
      review.state === "none"
        ? review.note
        : `checked against ${inline(review.version_checked)} by ${inline(reviewerInWords(review))} on ${review.reviewed_at.slice(0, 10)}: ${inline(review.note)}`,
    Outcomes: outcomesInWords(outcomes),
    "Risk labels": version.risk_labels.map(inline).join(", "),
    License: version.license && inline(version.license),
    References: references(version.public_references),
    "As a SKILL.md": `${version.canonical_url}/SKILL.md`,
  };
}

function outcomesInWords(outcomes: Outcomes): string {
  const counts = `${outcomes.resolved} resolved, ${outcomes.partial} partial, ${outcomes.failed} failed`;
  const reporters = reportersInWords(outcomes);
  return reporters ? `${counts}, reported by ${reporters}` : counts;
}

function versionsOf(versions: VersionSummary[]): string {
  const lines = versions
    .slice(0, VERSIONS_LISTED)
    .map(
      ({ ordinal, state, canonical_url, change_summary }) =>
        `- ${link(`Version ${ordinal}`, canonical_url)} (${state}): ${inline(change_summary)}`,
    );
  return `## Versions\n\n${lines.join("\n")}`;
}

/** The content comes last and runs to the end, so that it cannot imitate a section that follows. */
function content(version: SkillVersion): string {
  return `## Content\n\n${THIRD_PARTY_NOTICE} It runs to the end of this document.\n\n---\n\n${version.markdown}`;
}

function nothing(): Problem {
  return new Problem("not_found", { detail: "No skill or version has this id." });
}
