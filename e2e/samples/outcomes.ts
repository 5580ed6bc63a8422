import { chance } from "@/e2e/samples/chance";
import { placeSamples } from "@/e2e/samples/rule-samples-places";
import { cloudSamples, codeSamples, serviceSamples } from "@/e2e/samples/rule-samples-tokens";
import { secretKinds } from "@/e2e/samples/secret-kinds";
import { secretShapes } from "@/e2e/samples/secret-shapes";
import { installers, pairs, values } from "@/e2e/samples/words";
import { findSecretSpans } from "@/lib/text/safety/find-secrets";
import * as judges from "@/lib/text/safety/secrets/judge-value";
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
