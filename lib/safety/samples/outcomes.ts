import { findSecretSpans } from "@/lib/safety/find-secrets";
import { judgeSkill } from "@/lib/safety/judge-skill";
import { benignSkills } from "@/lib/safety/samples/benign-skills";
import { chance } from "@/lib/safety/samples/chance";
import { harmfulOfMany, harmlessOfMany } from "@/lib/safety/samples/code-of-many-tools";
import { harmfulCode } from "@/lib/safety/samples/harmful-code";
import { excuses } from "@/lib/safety/samples/harmless-code";
import { maliciousSkills } from "@/lib/safety/samples/malicious-skills";
import { rowSamples } from "@/lib/safety/samples/rule-rows";
import { placeSamples } from "@/lib/safety/samples/rule-samples-places";
import { cloudSamples, codeSamples, serviceSamples } from "@/lib/safety/samples/rule-samples-tokens";
import { secretKinds } from "@/lib/safety/samples/secret-kinds";
import { secretShapes } from "@/lib/safety/samples/secret-shapes";

const secrets = {
  ...codeSamples,
  ...cloudSamples,
  ...serviceSamples,
  ...placeSamples,
  ...secretKinds,
  ...secretShapes,
};
/** Of the name alone, so that a new sample leaves the others as they are. */
const seedOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
const secretTexts = () =>
  Object.entries(secrets).map(([name, make]) => [name, `Before ${make(chance(seedOf(name)))}\nafter`] as const);

/** For each kind of secret a text with what was found replaced by the rule that found it. */
export function redactions(): Record<string, string> {
  return Object.fromEntries(
    secretTexts().map(([name, text]) => {
      let shown = "";
      let at = 0;
      for (const { rule, index, end } of findSecretSpans(text)) {
        shown += `${text.slice(at, index)}[${rule}]`;
        at = end;
      }
      return [name, shown + text.slice(at)];
    }),
  );
}

/** By rule the kind and the words of its findings. */
export function secretWords(): Record<string, string> {
  const words = secretTexts().flatMap(([, text]) =>
    findSecretSpans(text).map(({ rule, kind, what }) => [rule, `${kind}: ${what}`] as const),
  );
  return Object.fromEntries(words.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const numbered = (lists: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, texts]) => texts.map((text, at) => [`${name} ${at + 1}`, text] as const)),
  );

/** Samples of skills by name, in the groups of the files that hold them. */
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

/** For each sample of a group which rules hit which lines, and how often: "hold sends_files_out 3, label shell 1 ×2". */
export async function judgements(group: string): Promise<Record<string, string>> {
  const judged: Record<string, string> = {};
  for (const [name, markdown] of Object.entries(skillGroups[group] ?? {})) {
    const { findings } = await judgeSkill({ title: "Sample", description: "A sample.", markdown });
    judged[name] = findings
      .map(({ rule, class: kind, line, count }) => `${kind} ${rule} ${line}${count > 1 ? ` ×${count}` : ""}`)
      .join(", ");
  }
  return judged;
}
