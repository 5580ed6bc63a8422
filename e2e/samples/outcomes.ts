import { chance } from "@/e2e/samples/chance";
import { placeSamples } from "@/e2e/samples/rule-samples-places";
import { cloudSamples, codeSamples, serviceSamples } from "@/e2e/samples/rule-samples-tokens";
import { secretKinds } from "@/e2e/samples/secret-kinds";
import { secretShapes } from "@/e2e/samples/secret-shapes";
import { findSecretSpans } from "@/lib/text/safety/find-secrets";

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
