import type { SkillFileRow } from "@/db/queries/skill-files";
import { reviewerInWords, waitingInWords } from "@/lib/contract/skill-in-words";
import { presentQuarantine, presentReview } from "@/lib/domain/present/version";
import { apiUrl, filesUrl, reportUrl, updateFileUrl, versionUrl } from "@/lib/platform/urls";

export type FrontMatter = { name: string; description: string; license?: string; metadata: Record<string, string> };

/**
 * A version as a SKILL.md for Agent Skills clients: our front matter, then the markdown as submitted. It contains the
 * current review, so a later review note changes the file.
 */
export function skillFile(row: SkillFileRow): string {
  return fileOf(skillFrontMatter(row), withBanner(row));
}

/**
 * The same as an immutable file: one version that does not wait always gives the same bytes. It omits mutable data
 * (review, outcomes, selection) and names the addresses that have it, and where the file is that supersedes it.
 */
export function versionFile(row: SkillFileRow): string {
  return fileOf(versionFrontMatter(row), withBanner(row));
}

/** The text, below a banner while the version waits. */
function withBanner(row: SkillFileRow): string {
  const quarantine = presentQuarantine(row);
  return quarantine ? `> **Waiting.** ${waitingInWords(quarantine)}\n\n${row.markdown}` : row.markdown;
}

/** The front matter of `skillFile`. */
export function skillFrontMatter(row: SkillFileRow): FrontMatter {
  const review = presentReview(row);
  return frontMatter(row, {
    review:
      review.state === "reviewed"
        ? `Checked against ${review.version_checked} by ${reviewerInWords(review)}: ${review.note}`
        : review.note,
    report: reportUrl(row.skill_id, row.version_id),
  });
}

/** The front matter of `versionFile`. Lock files contain its digest, so it must not change for versions that exist. */
export function versionFrontMatter(row: SkillFileRow): FrontMatter {
  const { skill_id, version_id } = row;
  return frontMatter(row, {
    update_url: updateFileUrl(skill_id, version_id),
    review_and_outcomes: apiUrl(skill_id, version_id),
    report: reportUrl(skill_id, version_id),
  });
}

function frontMatter(row: SkillFileRow, about: Record<string, string>): FrontMatter {
  return {
    name: row.slug,
    description: row.description,
    ...(row.license ? { license: row.license } : {}),
    metadata: {
      title: row.title,
      skill_id: row.skill_id,
      version_id: row.version_id,
      version_url: versionUrl(row.skill_id, row.version_id),
      applicability: row.applicability
        .map((entry) => `${entry.technology} ${entry.constraint} (${entry.version_scheme})`)
        .join("; "),
      ...filesOf(row),
      ...about,
    },
  };
}

/** Which files lie beside the text, and the address that begins with theirs. */
function filesOf({ skill_id, version_id, files }: SkillFileRow): { files?: string; files_url?: string } {
  if (files.length === 0) return {};
  return { files: files.map(({ path }) => path).join("; "), files_url: filesUrl(skill_id, version_id) };
}

function fileOf(front: FrontMatter, markdown: string): string {
  return `${frontMatterText(front)}\n${markdown.trimEnd()}\n`;
}

/**
 * The front matter of a SKILL.md with both its lines `---`. Values are JSON, which YAML reads unchanged whatever they
 * contain; metadata that is null is left out.
 */
export function frontMatterText({
  name,
  description,
  license,
  metadata,
}: Pick<FrontMatter, "name" | "description"> & {
  license?: string | null;
  metadata: Readonly<Record<string, unknown>>;
}): string {
  const lines = [
    "---",
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    ...(license ? [`license: ${JSON.stringify(license)}`] : []),
    "metadata:",
    ...Object.entries(metadata).flatMap(([key, value]) =>
      value === null ? [] : [`  ${key}: ${JSON.stringify(value)}`],
    ),
    "---",
  ];
  return `${lines.join("\n")}\n`;
}
