import { benignSkills } from "@/e2e/samples/benign-skills";
import { chance } from "@/e2e/samples/chance";
import { harmfulOfMany, harmlessOfMany } from "@/e2e/samples/code-of-many-tools";
import { harmfulCode } from "@/e2e/samples/harmful-code";
import { excuses } from "@/e2e/samples/harmless-code";
import { maliciousSkills } from "@/e2e/samples/malicious-skills";
import { readSamples, SAMPLE_SIDES } from "@/e2e/samples/read-samples";
import { rowSamples } from "@/e2e/samples/rule-rows";
import { placeSamples } from "@/e2e/samples/rule-samples-places";
import { cloudSamples, codeSamples, serviceSamples } from "@/e2e/samples/rule-samples-tokens";
import { secretKinds } from "@/e2e/samples/secret-kinds";
import { secretShapes } from "@/e2e/samples/secret-shapes";
import { installers, markdowns, pairs, values } from "@/e2e/samples/words";
import { findSecretSpans } from "@/lib/text/safety/find-secrets";
import { judgeSkill } from "@/lib/text/safety/judge-skill";
import * as judges from "@/lib/text/safety/secrets/judge-value";
import { judgeText } from "@/lib/text/safety/skill/judge-text";
import { isKnownInstaller } from "@/lib/text/safety/skill/known-installers";

const secrets = {
  ...codeSamples,
  ...cloudSamples,
  ...serviceSamples,
  ...placeSamples,
  ...secretKinds,
  ...secretShapes,
};
/** Derived from the name alone, so that a new sample does not change the others. */
const seedOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
const secretTexts = () =>
  Object.entries(secrets).map(([name, make]) => [name, `Before ${make(chance(seedOf(name)))}\nafter`] as const);

/** For each kind of secret, a text in which the finding is replaced by its rule. */
export function redactions(): Record<string, string> {
  return Object.fromEntries(secretTexts().map(([name, text]) => [name, redacted(text)]));
}

function redacted(text: string): string {
  let shown = "";
  let at = 0;
  for (const { rule, index, end } of findSecretSpans(text)) {
    shown += `${text.slice(at, index)}[${rule}]`;
    at = end;
  }
  return shown + text.slice(at);
}

/** For each token, the rules that find it after a letter and before one: part of a longer word is not a token. */
export function insideWords(): Record<string, string> {
  const rules = (text: string) =>
    findSecretSpans(text)
      .map(({ rule }) => rule)
      .join(" ");
  const tokens = Object.entries({ ...codeSamples, ...cloudSamples, ...serviceSamples }).map(([name, make]) => {
    const token = make(chance(seedOf(name)));
    return [name, `${rules(`Q${token}`)} | ${rules(`${token}Q`)}`] as const;
  });
  return Object.fromEntries(tokens);
}

/** The kind and description of findings, by rule. */
export function secretWords(): Record<string, string> {
  const words = secretTexts().flatMap(([, text]) =>
    findSecretSpans(text).map(({ rule, kind, what }) => [rule, `${kind}: ${what}`] as const),
  );
  return Object.fromEntries(words.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const VALUE_JUDGES = {
  marked: judges.isMarkedPlaceholder,
  placeholder: judges.isPlaceholder,
  random: judges.looksRandom,
  password: judges.looksLikePassword,
  generic: judges.isGenericPassword,
  example: judges.isExamplePassword,
  typed: judges.isTypedPassword,
  told: judges.isToldPassword,
  said: judges.isSaidOfSecrets,
};

/** Texts that may precede a value. */
const PLACES = [
  "db_password = ",
  "password hint ",
  "--password ",
  "client_secret: ",
  "auth token ",
  "datadog api key is ",
];

/** For each value, the results of the checks, alone and after words that introduce it. */
export function valueJudgements(): Record<string, string> {
  const said = values.map((value) => {
    const names = Object.entries(VALUE_JUDGES).flatMap(([name, judge]) => (judge(value) ? [name] : []));
    const places = PLACES.filter((place) => findSecretSpans(place + value).length > 0);
    return [value, [...names, ...places.map((place) => JSON.stringify(place))].join(" ")] as const;
  });
  return Object.fromEntries([
    ...said,
    ...pairs.map((pair) => [`Basic ${pair}`, String(judges.isBasicPair(pair))] as const),
    ...installers.map((command) => [`installer: ${command}`, String(isKnownInstaller(command))] as const),
  ]);
}

/** For each short markdown text, its findings. */
export function markdownJudgements(): Promise<Record<string, string>> {
  return judged(Object.fromEntries(markdowns.map((markdown) => [markdown, markdown])));
}

const numbered = (lists: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, texts]) => texts.map((text, at) => [`${name} ${at + 1}`, text] as const)),
  );

/** Skill samples by name, grouped by source file. */
export const skillGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "malicious skills": maliciousSkills,
  "benign skills": benignSkills,
  "harmful code": numbered(harmfulCode),
  "harmful code of many tools": numbered({ tool: harmfulOfMany }),
  "harmless code of many tools": numbered({ tool: harmlessOfMany }),
  "harmless code": numbered(
    Object.fromEntries(Object.entries(excuses).map(([name, { harmless }]) => [name, harmless])),
  ),
  "attacks that borrow an excuse": numbered(
    Object.fromEntries(Object.entries(excuses).map(([name, { attacks }]) => [name, attacks])),
  ),
  ...Object.fromEntries(Object.entries(rowSamples).map(([table, samples]) => [`rows of ${table}`, samples])),
};

/**
 * For each sample of a group, the rules that hit, their lines, and the number of hits: "hold sends_files_out 3, label
 * shell 1 ×2".
 */
export function judgements(group: string): Promise<Record<string, string>> {
  return judged(skillGroups[group] ?? {});
}

async function judged(samples: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const lines: Record<string, string> = {};
  for (const [name, markdown] of Object.entries(samples)) {
    const { findings } = await judgeSkill({ title: "Sample", description: "A sample.", markdown });
    lines[name] = findings
      .map(({ rule, class: kind, line, count }) => `${kind} ${rule} ${line}${count > 1 ? ` ×${count}` : ""}`)
      .join(", ");
  }
  return lines;
}

/** The labelled texts of the tune half in groups of similar size: the side and the first letter of the kind. */
export const corpusGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = groupCorpus();

function groupCorpus(): Record<string, Record<string, string>> {
  const groups: Record<string, Record<string, string>> = {};
  for (const side of SAMPLE_SIDES) {
    for (const { id, kind, markdown } of readSamples({ half: "tune", side })) {
      const group = `${side} texts, kinds with ${kind.charAt(0)}`;
      groups[group] ??= {};
      groups[group][id] = markdown;
    }
  }
  return groups;
}

/** For each labelled text with findings, the rules as in `judgements`, then the rows of their tables. */
export async function corpusJudgements(group: string): Promise<Record<string, string>> {
  const texts = corpusGroups[group] ?? {};
  const found = Object.entries(await judged(texts)).map(([id, findings]) => {
    const rows = judgeText(texts[id] ?? "", false).map(({ row, line }) => `${row} ${line}`);
    return [id, rows.length > 0 ? `${findings} | ${rows.join(", ")}` : findings] as const;
  });
  return Object.fromEntries(found.filter(([, findings]) => findings !== ""));
}
