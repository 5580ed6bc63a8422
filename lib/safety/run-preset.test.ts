import { expect, test } from "@playwright/test";
import { chance } from "@/lib/safety/samples/chance";
import { runPreset } from "@/lib/safety/secrets/run-preset";

test("what the preset finds goes to the end of the value, which its own range may cut", () => {
  const value = chance(5).text(40, "base64");
  for (const text of [`AWS_SECRET_ACCESS_KEY=${value}`, `{"SecretAccessKey": "${value}", "SessionToken": ""}`]) {
    const [span] = runPreset(text).filter(({ rule }) => rule === "secretlint_aws");
    expect(text.slice(span?.index, span?.end)).toContain(value);
    expect(text.slice(span?.end)).not.toMatch(/^[A-Za-z0-9+/=_-]/);
  }
});

const roll = chance(9);
/** For each rule of the preset and each of its triggers a token that it finds by itself. */
const PRESET: ReadonlyArray<[rule: string, kind: string, what: string, ...tokens: string[]]> = [
  [
    "aws",
    "secret_aws_secret_key",
    "an AWS secret access key",
    ...["AWS_SECRET_ACCESS_KEY=", "SecretAccessKey: ", 'aws_secret_access_key => "'].map(
      (name) => name + roll.text(40, "alnum"),
    ),
  ],
  [
    "npm",
    "secret_npm_token",
    "an npm token",
    `np${"m_"}${roll.text(36, "alnum")}`,
    `https://${roll.text(40, "hex")}:x-oauth-basic@github.com/acme/app.git`,
  ],
  [
    "slack",
    "secret_slack_token",
    "a Slack token",
    `xo${"xb-"}${roll.text(12, "digits")}-${roll.text(12, "digits")}-${roll.text(24, "alnum")}`,
    `xa${"pp-"}1-A${roll.text(10, "upper")}-${roll.text(13, "digits")}-${roll.text(64, "hex")}`,
    `https://hooks.slack.com/services/T${roll.text(8, "upper")}/B${roll.text(8, "upper")}/${roll.text(24, "alnum")}`,
  ],
  ["sendgrid", "secret_sendgrid_key", "a SendGrid key", `S${"G."}${roll.text(22, "alnum")}.${roll.text(43, "alnum")}`],
  [
    "shopify",
    "secret_shopify_token",
    "a Shopify token",
    ...["shppa", "shpca", "shpat", "shpss"].map((start) => `${start}_${roll.text(32, "hex")}`),
  ],
  [
    "github",
    "secret_github_token",
    "a GitHub token",
    ...["ghp", "gho", "ghu", "ghs", "ghr"].map((start) => `${start}_${roll.text(36, "alnum")}`),
    `github${"_pat_"}${roll.text(22, "alnum")}_${roll.text(59, "alnum")}`,
  ],
  [
    "openai",
    "secret_openai_key",
    "an OpenAI key",
    `s${"k-"}${roll.text(20, "alnum")}T3BlbkFJ${roll.text(20, "alnum")}`,
  ],
  ["anthropic", "secret_anthropic_key", "an Anthropic key", `sk${"-ant-api03-"}${roll.text(93, "alnum")}AA`],
  ["linear", "secret_linear_key", "a Linear key", `lin${"_api_"}${roll.text(40, "alnum")}`],
  [
    "1password",
    "secret_onepassword_token",
    "a 1Password service account token",
    `op${"s_"}${btoa(JSON.stringify({ email: "ci@acme.dev", muk: { k: roll.text(101, "alnum") } }))}`,
  ],
];
for (const [rule, kind, what, ...tokens] of PRESET) {
  test(`the preset's rule ${rule} finds its tokens by itself, and names them`, () => {
    for (const token of tokens) {
      const found = runPreset(`Before ${token}\nafter`).filter((span) => span.rule === `secretlint_${rule}`);
      expect(
        found.map((span) => `${span.kind}: ${span.what}`),
        token.slice(0, 20),
      ).toEqual([`${kind}: ${what}`]);
    }
  });
}
