import { textFiles, type SkillFile as VersionFile } from "@/lib/domain/publishing/version-files";
import type { SkillFile } from "@/lib/domain/skills/parse-skill-file";
import { judgeSkill, type SkillFinding } from "@/lib/text/safety/judge-skill";
import { judgePublicText } from "@/lib/text/safety/require-publishable";

export type Judged = { ok: true; risk_labels: string[]; risks: string[] } | { ok: false; reason: string };

/** Applies the safety rules to a text and its files: accepted with labels, or refused with the rule and the line. */
export async function judgeSkillFile(
  skill: SkillFile,
  files: readonly VersionFile[],
  acceptHeld: boolean,
): Promise<Judged> {
  const [around] = await judgePublicText(textAround(skill));
  if (around) return { ok: false, reason: `unsafe text: the front matter holds ${around.what} (${around.kind})` };
  const { verdict, findings, risk_labels, risks } = await judgeSkill({ ...skill, files: textFiles(files) });
  if (verdict === "reject") {
    const against = findings.filter((finding) => finding.class === "reject");
    return { ok: false, reason: `unsafe text: ${inWords(against, skill.markdown_line)}` };
  }
  if (risks.length > 0 && !acceptHeld) {
    const against = findings.filter((finding) => risks.includes(finding.rule));
    return {
      ok: false,
      reason: `held for a maintainer (--accept-held takes it): ${inWords(against, skill.markdown_line)}`,
    };
  }
  return { ok: true, risk_labels, risks };
}

const EVIDENCE_MAX = 3;

/** The rule, file line and description of the first few findings. */
function inWords(findings: SkillFinding[], markdownLine: number): string {
  const first = findings.slice(0, EVIDENCE_MAX).map(({ rule, field, file, line, what }) => {
    const place = file ? `line ${line} of ${file}` : field === "markdown" ? `line ${line + markdownLine - 1}` : field;
    return `${rule} in ${place} (${what})`;
  });
  const more = findings.length - first.length;
  return first.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** The fields besides title, description and markdown that become public. */
function textAround({
  name,
  license,
  applicability,
  public_references,
  questions,
  review,
  library,
  ...skill
}: SkillFile): string {
  const versions = applicability.flatMap((entry) => [entry.technology, entry.constraint]);
  const texts = [
    library.name,
    ...library.requires,
    skill.change_summary,
    skill.rationale,
    skill.supporting_basis,
    review?.note,
    review?.reviewer,
    review?.version_checked,
  ];
  return [name, license ?? "", ...versions, ...public_references, ...questions, ...texts].join("\n");
}
