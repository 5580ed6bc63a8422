import { expect, test } from "@playwright/test";
import { chance } from "@/e2e/samples/chance";
import { kind, place, shape, token } from "@/e2e/samples/secrets";
import { findSecretSpans } from "@/lib/text/safety/find-secrets";

const secrets = { ...token, ...place, ...kind, ...shape };
/** Derived from the name alone, so that a new sample does not change the others. */
const seedOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
const secretTexts = () =>
  Object.entries(secrets).map(([name, make]) => [name, `Before ${make(chance(seedOf(name)))}\nafter`] as const);

/** For each kind of secret, a text in which the finding is replaced by its rule. */
function redactions(): Record<string, string> {
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

test("in the sample of every kind of secret a rule finds a place, and the word before it stays", () => {
  const wrong = Object.entries(redactions()).filter(([, text]) => !/^Before [\s\S]*\[\w+\]/.test(text));
  expect(wrong).toEqual([]);
});

/** Samples with a long word next to the secret that is not secret: an id, a documented key, a tenant's address. */
const KNOWN_REST: readonly string[] = ["teams_webhook", "AWS secret beside the documented key id"];

test("what is left of a text holds no piece of a secret", () => {
  const left = Object.entries(redactions()).filter(([name, text]) => {
    if (KNOWN_REST.includes(name)) return false;
    const rest = text.replace(/\[\w+\]/g, " ").match(/[A-Za-z0-9+/_=-]{20,}/g) ?? [];
    return rest.some((word) => /\d/.test(word) && /[A-Za-z]/.test(word));
  });
  expect(left).toEqual([]);
});

test("an AWS secret key is found to its end", () => {
  const value = chance(5).text(40, "base64");
  for (const text of [`AWS_SECRET_ACCESS_KEY=${value}`, `{"SecretAccessKey": "${value}", "SessionToken": ""}`]) {
    const [span] = findSecretSpans(text);
    expect(text.slice(span?.index, span?.end)).toContain(value);
    expect(text.slice(span?.end)).not.toMatch(/^[A-Za-z0-9+/=_-]/);
  }
});

const roll = chance(9);
/** For each rule of secretlint's recommended preset and each of its prefixes, a token that it finds. */
const PRESET: ReadonlyArray<[rule: string, kind: string, ...tokens: string[]]> = [
  [
    "aws",
    "secret_aws_secret_key",
    ...["AWS_SECRET_ACCESS_KEY=", "SecretAccessKey: ", 'aws_secret_access_key => "'].map(
      (name) => name + roll.text(40, "alnum"),
    ),
  ],
  ["npm", "secret_npm_token", `np${"m_"}${roll.text(36, "alnum")}`],
  [
    "npm, in an address",
    "secret_url_password",
    `https://${roll.text(40, "hex")}:x-oauth-basic@github.com/acme/app.git`,
  ],
  [
    "slack",
    "secret_slack_token",
    `xo${"xb-"}${roll.text(12, "digits")}-${roll.text(12, "digits")}-${roll.text(24, "alnum")}`,
    `xa${"pp-"}1-A${roll.text(10, "upper")}-${roll.text(13, "digits")}-${roll.text(64, "hex")}`,
  ],
  [
    "slack, for a webhook",
    "secret_slack_webhook",
    `https://hooks.slack.com/services/T${roll.text(8, "upper")}/B${roll.text(8, "upper")}/${roll.text(24, "alnum")}`,
  ],
  ["sendgrid", "secret_sendgrid_key", `S${"G."}${roll.text(22, "alnum")}.${roll.text(43, "alnum")}`],
  [
    "shopify",
    "secret_shopify_token",
    ...["shppa", "shpca", "shpat", "shpss"].map((start) => `${start}_${roll.text(32, "hex")}`),
  ],
  [
    "github",
    "secret_github_token",
    ...["ghp", "gho", "ghu", "ghs", "ghr"].map((start) => `${start}_${roll.text(36, "alnum")}`),
    `github${"_pat_"}${roll.text(22, "alnum")}_${roll.text(59, "alnum")}`,
  ],
  ["openai", "secret_openai_key", `s${"k-"}${roll.text(20, "alnum")}T3BlbkFJ${roll.text(20, "alnum")}`],
  ["anthropic", "secret_anthropic_key", `sk${"-ant-api03-"}${roll.text(93, "alnum")}AA`],
  ["linear", "secret_linear_key", `lin${"_api_"}${roll.text(40, "alnum")}`],
  [
    "1password",
    "secret_onepassword_token",
    `op${"s_"}${btoa(JSON.stringify({ email: "ci@acme.dev", muk: { k: roll.text(101, "alnum") } }))}`,
  ],
];
for (const [rule, kind, ...tokens] of PRESET) {
  test(`tokens that secretlint's rule ${rule} finds are found, and named`, () => {
    for (const token of tokens) {
      const found = findSecretSpans(`Before ${token}\nafter`);
      expect(
        found.map((span) => span.kind),
        token.slice(0, 20),
      ).toContain(kind);
    }
  });
}
