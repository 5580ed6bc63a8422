import type { VersionRow } from "@/db/queries/versions";
import { presentReview } from "@/lib/present/version";
import { versionUrl } from "@/lib/urls";

/**
 * A version as a SKILL.md that Agent Skills clients read: front matter written by us, then the markdown as submitted.
 * Values are JSON strings, which YAML reads as they are whatever they contain. The same version gives the same bytes.
 */
export function skillFile(row: VersionRow): string {
  const review = presentReview(row);
  const metadata: Record<string, string> = {
    title: row.title,
    skill_id: row.skill_id,
    version_id: row.version_id,
    version_url: versionUrl(row.skill_id, row.version_id),
    applicability: row.applicability
      .map((entry) => `${entry.technology} ${entry.constraint} (${entry.version_scheme})`)
      .join("; "),
    review:
      review.state === "reviewed"
        ? `Checked against ${review.version_checked} by ${review.reviewer}: ${review.note}`
        : review.note,
  };
  const lines = [
    "---",
    `name: ${row.slug}`,
    `description: ${JSON.stringify(row.description)}`,
    ...(row.license ? [`license: ${JSON.stringify(row.license)}`] : []),
    "metadata:",
    ...Object.entries(metadata).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    "---",
    "",
  ];
  return `${lines.join("\n")}\n${row.markdown.trimEnd()}\n`;
}
