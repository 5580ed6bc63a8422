import { contentSha256 } from "@/db/queries/publishing";
import type { NewOrigin } from "@/db/queries/version-origins";
import type { FileRefusal, ReadFile, ReadSkill } from "@/lib/domain/import/read-skill";
import type { Incoming } from "@/lib/domain/import/store-skill";
import { type SkillFile, textFiles } from "@/lib/domain/publishing/version-files";
import { originOf, repositoryAddress } from "@/lib/domain/skills/origin";
import type { ParsedSkill } from "@/lib/domain/skills/parse-skill-file";
import { judgeSkill, type SkillFinding } from "@/lib/text/safety/judge-skill";
import { judgePublicText } from "@/lib/text/safety/require-publishable";

/**
 * Judges the versions of a skill and prepares them for storing, oldest first. `versions` is null if the newest is
 * refused: the skill is then not imported.
 */
export async function judgeVersions(
  { older, newest, files, surroundings, place }: ReadSkill,
  options: { acceptHeld: boolean; reviewNotes: boolean },
): Promise<{ versions: Incoming[] | null; refusals: FileRefusal[] }> {
  const versions: Incoming[] = [];
  const refusals: FileRefusal[] = [];
  for (const file of [...older, newest]) {
    // An older version is one file in versions/, which says nothing of others.
    const own = file === newest ? files : [];
    const judged = await judgeSkillFile(file.skill, own, options.acceptHeld);
    if (judged.ok) {
      const { risk_labels } = judged;
      const { reviewNotes } = options;
      versions.push(await incoming(file, { surroundings, place, risk_labels, files: own, reviewNotes }));
      continue;
    }
    refusals.push({ path: file.path, reason: judged.reason });
    if (file === newest) return { versions: null, refusals };
  }
  return { versions, refusals };
}

async function incoming(
  { skill }: ReadFile,
  {
    surroundings,
    place,
    risk_labels,
    files,
    reviewNotes,
  }: Pick<ReadSkill, "surroundings" | "place"> & { risk_labels: string[]; files: SkillFile[]; reviewNotes: boolean },
): Promise<Incoming> {
  const {
    title,
    description,
    markdown,
    applicability,
    public_references,
    questions,
    change_summary,
    rationale,
    supporting_basis,
    license,
  } = skill;
  const content = {
    title,
    description,
    markdown,
    applicability,
    public_references,
    questions,
    change_summary,
    rationale,
    supporting_basis,
    license,
    files,
  };
  const source = await originOf(skill.claimed, surroundings);
  const { ref, path, tree, repository = null } = skill.claimed.github ?? {};
  // An installed file names the repository that it came from.
  const installed = repository !== null && source.source_repository === repositoryAddress(repository);
  const came_from: NewOrigin = {
    source_id: null,
    kind: installed ? "git" : "folder",
    address: source.source_repository ?? `folder:${place.root}`,
    release: (installed && plainOrNull(ref)) || null,
    commit: source.source_commit,
    path: (installed && plainOrNull(path)) || place.path,
    tree: (installed && plainOrNull(tree)) || null,
    license: null,
    release_state: "published",
    is_whole: true,
    text_sha256: contentSha256(markdown),
    requires: [],
  };
  return { name: skill.name, content, source, came_from, risk_labels, review: reviewNotes ? skill.review : null };
}

/** A short text of letters that addresses and refs have; null for everything else. */
function plainOrNull(text: string | undefined): string | null {
  return text !== undefined && /^[\w.@/+-]{1,200}$/.test(text) ? text : null;
}

type Judged = { ok: true; risk_labels: string[]; risks: string[] } | { ok: false; reason: string };

/** Applies the safety rules to a text and its files: accepted with labels, or refused with the rule and the line. */
export async function judgeSkillFile(
  skill: ParsedSkill,
  files: readonly SkillFile[],
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
}: ParsedSkill): string {
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
