import { findInvisible } from "@/lib/text/safety/find-invisible";
import { findSecretSpans } from "@/lib/text/safety/find-secrets";
import type { Span } from "@/lib/text/safety/finding";
import { scoreHarm } from "@/lib/text/safety/harm-model/score-harm";
import { excerpts } from "@/lib/text/safety/skill/excerpts";
import { findHiddenLines } from "@/lib/text/safety/skill/find-hidden-lines";
import { findMisleadingLinks } from "@/lib/text/safety/skill/find-misleading-links";
import { findUnsafeLinks } from "@/lib/text/safety/skill/find-unsafe-links";
import { hasFrontMatter } from "@/lib/text/safety/skill/has-front-matter";
import { judgeText } from "@/lib/text/safety/skill/judge-text";
import { isKnownInstaller } from "@/lib/text/safety/skill/known-installers";
import { labelRules, SHELL_FENCE } from "@/lib/text/safety/skill/rules-label";
import { shownAsBad } from "@/lib/text/safety/skill/shown-as-bad";
import type { SkillFinding, SkillFindingClass } from "@/lib/text/safety/skill/skill-finding";

export type { SkillFinding } from "@/lib/text/safety/skill/skill-finding";

export type SkillVerdict = {
  /** `reject`: refused. `hold`: a maintainer decides. `label`: published with labels. `clear`: no findings. */
  verdict: "reject" | "hold" | "label" | "clear";
  findings: SkillFinding[];
  /** Sorted ids of the label and hold rules that hit; shown with a published version. */
  risk_labels: string[];
  /** Sorted ids of the rules that make a version of an author without record wait for a maintainer; part of the labels. */
  risks: string[];
};

/** From this score on, a text without rule hits is held. */
const HELD_FROM = 0.75;
/** Below this score, the rules in `UNSURE` only label. */
const AGREES_FROM = 0.3;
/**
 * Rules that hit harmless texts more often than one time in eight. They hold only texts that the model also scores as
 * harmful.
 */
const UNSURE = new Set(["conceals_from_user", "grants_access", "erases_traces", "destroys_data", "reads_env_file"]);

/**
 * Judges an untrusted skill by fixed rules, which report the rule and the line, and by a model that compares its
 * wording with labelled texts. Findings are evidence, not proof of intent: a maintainer decides about held skills.
 * Pure; its work grows linearly with the text (a 32 KiB skill: some 30 ms).
 */
export async function judgeSkill(skill: {
  title: string;
  description: string;
  /** Each is a line of the field `questions`. */
  questions?: readonly string[];
  markdown: string;
}): Promise<SkillVerdict> {
  const texts = { ...skill, questions: skill.questions?.join("\n") ?? "" };
  const findings: SkillFinding[] = [];
  for (const field of ["title", "description", "questions", "markdown"] as const) {
    const secrets = findSecretSpans(texts[field]);
    const add = collector(field, texts[field], secrets, findings);
    for (const secret of secrets) add({ rule: secret.kind, class: "reject", what: secret.what, offset: secret.index });
    for (const hidden of findInvisible(texts[field], field === "markdown" ? "markdown" : "prose")) {
      add({ rule: hidden.kind, class: "reject", what: hidden.what, offset: hidden.index });
    }
    if (field === "markdown") findInMarkdown(skill.markdown, add);
    findInText(field, texts[field], add);
    if (field === "markdown") compareWithHarm(skill.markdown, findings, add);
  }
  findings.sort((a, b) => ORDER[a.class] - ORDER[b.class]);
  const top = findings[0]?.class ?? "notice";
  const labelled = findings
    .filter((finding) => finding.class === "label" || finding.class === "hold")
    .map((finding) => finding.rule);
  const risks = findings.filter((finding) => finding.class === "hold").map((finding) => finding.rule);
  return {
    verdict: top === "notice" ? "clear" : top,
    findings,
    risk_labels: [...new Set(labelled)].sort(),
    risks: [...new Set(risks)].sort(),
  };
}

function compareWithHarm(markdown: string, findings: SkillFinding[], add: Add): void {
  const { score, line } = scoreHarm(markdown);
  if (score >= HELD_FROM)
    add({ rule: "resembles_harm", class: "hold", what: "wording like that of harmful skills", offset: 0, line });
  if (score >= AGREES_FROM) return;
  for (const finding of findings) if (finding.class === "hold" && UNSURE.has(finding.rule)) finding.class = "label";
}

const ORDER: Record<SkillFindingClass, number> = { reject: 0, hold: 1, label: 2, notice: 3 };

type Add = (found: {
  rule: string;
  class: SkillFindingClass;
  what: string;
  offset: number;
  line?: number;
  count?: number;
  once?: boolean;
}) => void;

/**
 * Adds the findings of one field with line and excerpt. A label or notice is reported once, with its number of hits.
 */
function collector(field: SkillFinding["field"], text: string, secrets: Span[], findings: SkillFinding[]): Add {
  const excerptOf = excerpts(text, secrets);
  return ({ rule, class: kind, what, offset, line, count = 1, once = kind === "label" || kind === "notice" }) => {
    const at = line ?? excerptOf.lineAt(offset);
    const same = findings.filter((one) => one.rule === rule && one.field === field && one.class === kind);
    const known = same.find((one) => once || one.line === at) ?? (same.length >= HITS_MAX ? same.at(-1) : undefined);
    if (known) known.count += count;
    else findings.push({ rule, class: kind, field, line: at, what, excerpt: excerptOf.line(at), count });
  };
}

/** Reported lines per rule; further hits only count. */
const HITS_MAX = 10;

function findInMarkdown(markdown: string, add: Add): void {
  if (hasFrontMatter(markdown)) {
    add({
      rule: "front_matter",
      class: "reject",
      what: "a front matter block, which the service writes itself",
      offset: 0,
      line: 1,
    });
  }
  for (const offset of findUnsafeLinks(markdown)) {
    add({ rule: "unsafe_link", class: "reject", what: "a link whose address is code or data", offset });
  }
  for (const hidden of findHiddenLines(markdown)) {
    const [first] = hidden.offsets;
    if (first !== undefined)
      add({ rule: hidden.rule, class: "notice", what: hidden.what, offset: first, count: hidden.offsets.length });
    for (const offset of hidden.held)
      add({ rule: "hidden_instructions", class: "hold", what: "instructions where no reader sees them", offset });
  }
  for (const offset of findMisleadingLinks(markdown)) {
    add({ rule: "misleading_link", class: "label", what: "a link that leads elsewhere than it says", offset });
  }
  const shell = markdown.search(SHELL_FENCE);
  if (shell >= 0) add({ rule: "shell", class: "label", what: "commands for a shell", offset: shell });
}

const INSTALLER = {
  rule: "known_installer",
  class: "label",
  what: "a well-known installer that is run unseen",
} as const;

function findInText(field: SkillFinding["field"], text: string, add: Add): void {
  const isShownAsBad = shownAsBad(text);
  for (const { row, rule, what, line, addresses, notice } of judgeText(text, field === "title")) {
    if (isShownAsBad({ row, rule, line }))
      add({ rule, class: "notice", what: `${what}, which the text calls wrong`, offset: 0, line });
    else if (rule === "download_and_run" && addresses !== undefined && isKnownInstaller(addresses))
      add({ ...INSTALLER, offset: 0, line });
    else add({ rule, class: notice ? "notice" : "hold", what, offset: 0, line });
  }
  for (const { id, what, pattern } of labelRules) {
    const offset = text.search(pattern);
    if (offset >= 0) add({ rule: id, class: "label", what, offset });
  }
}
