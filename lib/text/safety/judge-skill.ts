import { setImmediate as turn } from "node:timers/promises";
import { findInvisible, nameInvisible } from "@/lib/text/safety/find-invisible";
import { findSecretSpans } from "@/lib/text/safety/find-secrets";
import type { Span } from "@/lib/text/safety/finding";
import { scoreHarm } from "@/lib/text/safety/harm-model/score-harm";
import { findMisleadingLinks, findUnsafeLinks } from "@/lib/text/safety/links";
import { capabilitiesOf } from "@/lib/text/safety/risks";

/**
 * The consequence of a finding for a submission: refused, or a risk or label of the published version. `hold` and `notice`
 * were given by former rules.
 */
type SkillFindingClass = "reject" | "hold" | "label" | "notice";

/**
 * One piece of evidence that a reader can check: the rule, the place, and a short excerpt that never repeats a secret.
 */
export type SkillFinding = {
  /** Stable snake_case id, such as `download_and_run`. */
  rule: string;
  class: SkillFindingClass;
  field: "title" | "description" | "questions" | "markdown" | "files";
  /** The path of the file, where the field is `files`. */
  file?: string;
  /** Counted from 1, within the field or the file. */
  line: number;
  /** A description to follow "the skill has" or "holds". */
  what: string;
  /** At most 80 characters of the line, with secrets and hidden characters replaced. Empty for a front matter block. */
  excerpt: string;
  /** The number of hits, if only the first line is reported. */
  count: number;
};

export type SkillVerdict = {
  /** `reject`: refused. `label`: it has risks or labels. `clear`: no findings. `hold` is no longer given. */
  verdict: "reject" | "hold" | "label" | "clear";
  findings: SkillFinding[];
  /** Sorted ids of the risks and labels; shown with a published version. */
  risk_labels: string[];
  /** Sorted ids of the rules that make a version of an author without record wait for a maintainer; part of the labels. */
  risks: string[];
};

/** From this score on, the wording of a text is a reason to wait. It frees no text from another risk. */
const RESEMBLES_FROM = 0.6;
/** Labels that inform readers; nothing waits for them. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  "shell",
  "network",
  "credentials",
  "known_installer",
  "misleading_link",
]);

/**
 * Judges an untrusted skill: what is certain is refused, and a fixed table and a model of harmful wording name the
 * risks, with their lines. A risk is what a text makes an agent able to do, not proof of intent. Pure; its work grows
 * linearly with the text.
 */
export async function judgeSkill(
  skill: {
    title: string;
    description: string;
    /** Each is a line of the field `questions`. */
    questions?: readonly string[];
    markdown: string;
    /** The text files beside it. */
    files?: readonly FileText[];
  },
  /** Comes between two files, so that others have their turn. */
  pause: () => Promise<unknown> = turn,
): Promise<SkillVerdict> {
  const texts = { ...skill, questions: skill.questions?.join("\n") ?? "" };
  const findings: SkillFinding[] = [];
  for (const field of ["title", "description", "questions", "markdown"] as const)
    judgeText({ field }, texts[field], findings);
  for (const { path, text } of skill.files ?? []) {
    // All files of a version together take longer than others should wait.
    await pause();
    // A byte order mark at the start of a file is a mark of its encoding.
    judgeText({ field: "files", file: path }, text.replace(/^\ufeff/, ""), findings);
  }
  findings.sort((a, b) => ORDER[a.class] - ORDER[b.class]);
  const labels = [...new Set(findings.filter((one) => one.class === "label").map(({ rule }) => rule))].sort();
  return {
    verdict: findings[0]?.class === "reject" ? "reject" : findings.length > 0 ? "label" : "clear",
    findings,
    risk_labels: labels,
    risks: labels.filter((rule) => !WITHOUT_EFFECT.has(rule)),
  };
}

type FileText = { path: string; text: string };

type JudgedField = Pick<SkillFinding, "field" | "file">;

function judgeText(judged: JudgedField, text: string, findings: SkillFinding[]): void {
  const { field, file } = judged;
  const isLong = field === "markdown" || field === "files";
  const secrets = findSecretSpans(text);
  const add = collector(judged, text, secrets, findings);
  for (const secret of secrets) add({ rule: secret.kind, class: "reject", what: secret.what, offset: secret.index });
  for (const hidden of findInvisible(text, isLong ? "markdown" : "prose")) {
    add({ rule: hidden.kind, class: "reject", what: hidden.what, offset: hidden.index });
  }
  if (field === "markdown") refuseFrontMatter(text, add);
  if (field === "markdown" || file?.toLowerCase().endsWith(".md")) refuseUnsafeLinks(text, add);
  for (const { rule, what, line } of capabilitiesOf(text)) add({ rule, class: "label", what, line });
  if (isLong) compareWithHarm(text, add);
  addLabels(text, add);
}

const ORDER: Record<SkillFindingClass, number> = { reject: 0, hold: 1, label: 2, notice: 3 };

type Add = (
  found: { rule: string; class: "reject" | "label"; what: string } & ({ offset: number } | { line: number }),
) => void;

/** Adds the findings of one text with line and excerpt. A label without effect is reported once, with its number of hits. */
function collector(judged: JudgedField, text: string, secrets: Span[], findings: SkillFinding[]): Add {
  const excerptOf = excerpts(text, secrets);
  return ({ rule, class: kind, what, ...at }) => {
    const line = "line" in at ? at.line : excerptOf.lineAt(at.offset);
    const same = findings.filter(
      (one) => one.rule === rule && one.field === judged.field && one.file === judged.file && one.class === kind,
    );
    const known =
      same.find((one) => WITHOUT_EFFECT.has(rule) || one.line === line) ??
      (same.length >= HITS_MAX ? same.at(-1) : undefined);
    if (known) known.count += 1;
    else findings.push({ rule, class: kind, ...judged, line, what, excerpt: excerptOf.line(line), count: 1 });
  };
}

/** Reported lines per rule; further hits only count. */
const HITS_MAX = 10;

function refuseFrontMatter(markdown: string, add: Add): void {
  if (!hasFrontMatter(markdown)) return;
  const what = "a front matter block, which the service writes itself";
  add({ rule: "front_matter", class: "reject", what, line: 1 });
}

function refuseUnsafeLinks(markdown: string, add: Add): void {
  for (const offset of findUnsafeLinks(markdown)) {
    add({ rule: "unsafe_link", class: "reject", what: "a link whose address is code or data", offset });
  }
}

function compareWithHarm(markdown: string, add: Add): void {
  const { score, line } = scoreHarm(markdown);
  if (score < RESEMBLES_FROM) return;
  add({ rule: "resembles_harm", class: "label", what: "wording like that of harmful skills", line });
}

function addLabels(text: string, add: Add): void {
  for (const offset of findMisleadingLinks(text)) {
    add({ rule: "misleading_link", class: "label", what: "a link that leads elsewhere than it says", offset });
  }
  for (const { rule, what, pattern } of LABELS) {
    const offset = text.search(pattern);
    if (offset >= 0) add({ rule, class: "label", what, offset });
  }
}

/** Ordinary abilities that a reader may want to know of before loading a skill. */
const LABELS: ReadonlyArray<{ rule: string; what: string; pattern: RegExp }> = [
  {
    rule: "shell",
    what: "commands for a shell",
    pattern:
      /^[ \t]{0,12}(?:[-*+>]\s{1,4}|\d{1,9}[.)]\s{1,4})?(?:`{3,}|~{3,})\s{0,3}\{?\.?(?:bash|sh|zsh|fish|shell|shell-session|console|terminal|powershell|pwsh|ps1|bat|cmd|dos)\b/im,
  },
  {
    rule: "network",
    what: "calls to the network",
    pattern:
      /\b(?:curl|wget|httpie|Invoke-WebRequest|Invoke-RestMethod)\s|\bfetch\s{0,2}\(|\baxios\b|\brequests\.(?:get|post|put|delete|patch|request)\b|\bhttpx\b|\burllib|\burlopen\b|\bHttpClient\b|\bWebFetch\b|\bgh api\b|\bnet\/http\b/,
  },
  {
    rule: "credentials",
    what: "work with keys, tokens or passwords",
    pattern:
      /\b(?:api[ _-]?keys?|access[ _-]?tokens?|auth(?:entication)? tokens?|bearer|secrets?|passwords?|credentials?|private keys?|service account|client[ _-]secret|personal access token)\b|\b[A-Z]{2,20}_(?:TOKEN|KEY|SECRET|PASSWORD)\b/i,
  },
];

/**
 * Whether a markdown text begins with a metadata block (`---` or `+++`, a key, and the closing line). A thematic break
 * at the top and an unclosed block do not count.
 */
function hasFrontMatter(markdown: string): boolean {
  const lines = markdown
    .replace(/^\uFEFF/, "")
    .split(/\r\n|[\n\r]/, LINES_MAX)
    .map((line) => line.trimEnd());
  const start = lines.findIndex((line) => line !== "");
  const mark = lines[start];
  if (mark !== "---" && mark !== "+++") return false;
  const body = lines.slice(start + 1);
  const end = body.findIndex((line) => line === mark || (mark === "---" && line === "..."));
  const key = mark === "---" ? /^\s{0,8}["']?[A-Za-z_][\w .-]{0,60}["']?\s?:/ : /^\s{0,8}[\w."-]{1,60}\s?=/;
  const first = body.find((line) => line !== "" && !line.startsWith("#"));
  return end > 0 && first !== undefined && key.test(first) && body.indexOf(first) < end;
}

const LINES_MAX = 400;

const EXCERPT_MAX = 80;

/** Lines of a text as excerpts: trimmed and shortened, with `secrets` masked and hidden characters spelled out. */
export function excerpts(
  text: string,
  secrets: readonly Span[],
): { lineAt: (offset: number) => number; line: (number: number) => string } {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|[\n\r]/g)) starts.push(match.index + match[0].length);
  return {
    lineAt: (offset) => starts.findLastIndex((start) => start <= offset) + 1,
    line: (number) => {
      const from = starts[number - 1] ?? 0;
      const end = starts[number] ?? text.length;
      let shown = "";
      let at = from;
      for (const secret of secrets) {
        if (secret.end <= at || secret.index >= end) continue;
        shown += `${withoutLastWord(text.slice(at, Math.max(at, secret.index)))}[secret]`;
        at = secret.end;
      }
      // Drop the rest of the word that contained the secret, because a pattern may end early.
      const rest = at > from ? text.slice(at, end).replace(/^\S+/, "") : text.slice(at, end);
      return shorten(spellHidden(`${shown}${at < end ? rest : ""}`.trim()));
    },
  };
}

function withoutLastWord(text: string): string {
  return text.replace(/[A-Za-z0-9+/_.~%-]{1,300}$/, "");
}

function spellHidden(line: string): string {
  if (findInvisible(line, "markdown").length === 0) return line;
  return Array.from(line, (char) => {
    const named = findInvisible(char, "markdown").length > 0;
    return named ? `[${nameInvisible(char.codePointAt(0) ?? 0).kind}]` : char;
  }).join("");
}

function shorten(line: string): string {
  const points = Array.from(line);
  return points.length <= EXCERPT_MAX ? line : `${points.slice(0, EXCERPT_MAX - 1).join("")}…`;
}
