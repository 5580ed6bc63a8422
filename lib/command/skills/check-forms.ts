import { readFileSync } from "node:fs";
import path from "node:path";
import type { Sent } from "@/lib/command/service-calls";
import { type reasonsOf, skills } from "@/lib/command/skills/fitting";
import { LOCK_NAME } from "@/lib/command/skills/lock-file";
import { style } from "@/lib/command/terminal";

export const FORMS = ["text", "json", "github", "sarif", "markdown"] as const;
export type Form = (typeof FORMS)[number];

/** The version of a technology at the base, null where it is the same or unknown, and now. */
type Change = { technology: string; was: string | null; is: string | null; source: string };

export type CheckedSkill = {
  skill: string;
  skill_id: string;
  version_id: string;
  version: string;
  covers: string[];
  state: "current" | "newer" | "misfit" | "withdrawn";
  fits: boolean;
  /** The technologies that the version excludes. */
  changed: Change[];
  /** The version that fits; null where none does, or the skill is pinned. */
  fitting: { version_id: string; version: string; covers: string[] } | null;
  detail: string;
};

export type Checked = {
  fits: boolean;
  /** `cairn.lock` as the repository has it. */
  file: string;
  skills: CheckedSkill[];
  base: {
    ref: string;
    dependencies: Array<Change & { offered: Array<ReturnType<typeof reasonsOf>> }>;
    locked: Array<{ skill: string; was: string | null; is: string | null }>;
  } | null;
  sent: Sent[];
};

type Where = { project: string; service: string };

/** The result in one of the forms; JSON is written elsewhere. */
export function formatted(checked: Checked, form: Form, where: Where): string {
  if (form === "github") return githubLines(checked, where).join("\n");
  if (form === "sarif") return JSON.stringify(sarif(checked, where), null, 2);
  return form === "markdown" ? markdown(checked, where) : text(checked);
}

/** What is wrong with a skill that does not fit, in one line. */
function whyNot({ skill, version, covers, changed, fitting, detail, state }: CheckedSkill): string {
  if (state === "withdrawn" || changed.length === 0) return `${skill}: ${detail}`;
  const what = changed.map(changeInWords).join(", ");
  const next = fitting
    ? `version ${fitting.version} fits (${fitting.covers.join(", ")}): cairn update ${skill}`
    : detail.replace(/^.*; /, "");
  return `${skill}: ${what}; version ${version} is for ${covers.join(", ")}; ${next}`;
}

function changeInWords({ technology, was, is, source }: Change): string {
  const now = is ?? "removed";
  return was === null ? `${technology} is ${now} (${source})` : `${technology} ${was} → ${now} (${source})`;
}

/** The changes that do something to skills, or for which there are others. */
function telling(checked: Checked) {
  const excluded = new Set(checked.skills.flatMap(({ changed }) => changed.map(({ technology }) => technology)));
  return (checked.base?.dependencies ?? []).flatMap((change) => {
    const broken = excluded.has(change.technology)
      ? checked.skills.filter(({ changed }) => changed.some(({ technology }) => technology === change.technology))
      : [];
    return broken.length > 0 || change.offered.length > 0 ? [{ change, broken }] : [];
  });
}

function text(checked: Checked): string {
  const { base } = checked;
  const broken = checked.skills.filter(({ fits }) => !fits);
  const lines = broken.map((each) => `${style.red("✗")} ${whyNot(each)}`);
  for (const { change, broken: by } of telling(checked)) {
    lines.push(`${style.bold(changeInWords(change))}${by.length > 0 ? `: ${skills(by.length)} no longer fit` : ""}`);
    for (const { title, skill_id, why } of change.offered)
      lines.push(`  ${title}: ${why}`, style.dim(`    cairn add ${skill_id}`));
  }
  for (const { skill, was, is } of base?.locked ?? [])
    lines.push(`${LOCK_NAME}: ${skill} ${was ?? "none"} → ${is ?? "none"}`);
  if (checked.skills.length === 0) lines.push("No skill is locked here.");
  else if (checked.fits) lines.push(`${style.green("✓")} Every skill fits (${checked.skills.length}).`);
  return lines.join("\n");
}

/** Workflow commands of GitHub Actions. Values are escaped as its runner reads them. */
function githubLines(checked: Checked, where: Where): string[] {
  const data = (value: string) => value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const property = (value: string) => data(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const file = property(checked.file);
  const errors = checked.skills
    .filter(({ fits }) => !fits)
    .map((each) => {
      const line = lineOf(each.skill, where);
      return `::error file=${file},line=${line},title=${property(`${each.skill} does not fit`)}::${data(whyNot(each))}`;
    });
  const notices = telling(checked)
    .filter(({ change }) => change.offered.length > 0)
    .map(({ change }) => {
      const offers = change.offered.map(({ title, skill_id }) => `${title} (cairn add ${skill_id})`).join("; ");
      return `::notice file=${file},title=${property(`Skills for ${change.technology} ${change.is ?? ""}`)}::${data(offers)}`;
    });
  return [...errors, ...notices];
}

/** The line of a skill in `cairn.lock`. */
function lineOf(skill: string, { project }: Where): number {
  const lines = readFileSync(path.join(project, LOCK_NAME), "utf8").split("\n");
  return Math.max(1, lines.findIndex((line) => line.trim().startsWith(`${JSON.stringify(skill)}:`)) + 1);
}

const RULES = {
  misfit: "A skill of cairn.lock does not fit the versions that the project uses.",
  withdrawn: "A skill of cairn.lock, or its version, was withdrawn.",
} as const;

/** SARIF 2.1.0, as code scanning reads it. */
function sarif({ skills: all, file }: Checked, where: Where) {
  const rules = Object.entries(RULES).map(([id, said]) => ({ id, shortDescription: { text: said } }));
  const results = all
    .filter(({ fits }) => !fits)
    .map((each) => ({
      ruleId: each.state,
      level: "error",
      message: { text: whyNot(each) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/") },
            region: { startLine: lineOf(each.skill, where) },
          },
        },
      ],
      partialFingerprints: { "skill/v1": `${each.skill_id}/${each.version_id}` },
    }));
  const driver = { name: "Cairn", informationUri: `${where.service}/docs/client`, rules };
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results }],
  };
}

/** For a comment on a merge request. Texts of others are shown as they are: no mark of theirs takes effect. */
function markdown(checked: Checked, { service }: Where): string {
  const plain = (value: string) =>
    value.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()<>#+!|~@&:]/g, (found) => `&#${found.charCodeAt(0)};`);
  const broken = checked.skills.filter(({ fits }) => !fits);
  const head =
    broken.length === 0 ? "Every skill fits." : `${skills(broken.length)} of ${checked.skills.length} no longer fit.`;
  const lines = [`### Cairn: ${checked.skills.length === 0 ? "No skill is locked." : head}`, ""];
  if (broken.length > 0) {
    lines.push("| Skill | What changed | Is for | What fits |", "| --- | --- | --- | --- |");
    for (const { skill, skill_id, version_id, covers, changed, fitting, detail, version } of broken) {
      const what = changed.length > 0 ? changed.map(changeInWords).join(", ") : detail;
      const fits = fitting ? `version ${fitting.version}: ${fitting.covers.join(", ")}` : "none";
      const name = `[${plain(skill)} ${plain(version)}](${service}/skills/${skill_id}/versions/${version_id})`;
      lines.push(`| ${name} | ${plain(what)} | ${plain(covers.join(", "))} | ${plain(fits)} |`);
    }
    lines.push("");
  }
  for (const { change } of telling(checked).filter(({ change: { offered } }) => offered.length > 0)) {
    lines.push(`**${plain(changeInWords(change))}**: skills for it`, "");
    for (const { title, url, why, skill_id } of change.offered)
      lines.push(`- [${plain(title)}](${addressIn(url, service, skill_id)}): ${plain(why)}`);
    lines.push("");
  }
  for (const { skill, was, is } of checked.base?.locked ?? [])
    lines.push(`- ${LOCK_NAME}: ${plain(skill)} ${plain(was ?? "none")} → ${plain(is ?? "none")}`);
  if (broken.some(({ fitting }) => fitting)) lines.push("", "`cairn update` installs what fits.");
  return lines.join("\n").trimEnd();
}

/** An address of the service itself. */
function addressIn(url: string, service: string, skill_id: string): string {
  return url.startsWith(`${service}/`) && /^[\w:/.~%-]+$/.test(url) ? url : `${service}/skills/${skill_id}`;
}
