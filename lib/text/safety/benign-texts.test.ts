import { expect, test } from "@playwright/test";
import { benignText } from "@/e2e/samples/benign-texts";
import { chance } from "@/e2e/samples/chance";
import { leastProcessorMs } from "@/e2e/support/processor-time";
import { expectWithin } from "@/e2e/support/within";
import { findInvisible } from "@/lib/text/safety/find-invisible";
import { findSecrets } from "@/lib/text/safety/find-secrets";
import { judgePublicText } from "@/lib/text/safety/require-publishable";

test("of 2,000 harmless technical texts at most 0.5 % are refused", async () => {
  const roll = chance(42);
  const refused: string[] = [];
  for (let count = 0; count < 2_000; count += 1) {
    const text = benignText(roll);
    const findings = await judgePublicText(text);
    if (findings.length > 0) refused.push(`${findings.map((finding) => finding.kind)}: ${text}`);
  }
  expect(refused.length, refused.join("\n")).toBeLessThanOrEqual(10);
});

test("a text with a secret and a hidden character names both", async () => {
  const token = `ck_${chance(9).text(43, "base64url")}`;
  const kinds = (await judgePublicText(`right\u202Eleft ${token}`)).map((finding) => finding.kind);
  expect(kinds).toEqual(["bidi_control", "secret_cairn_token"]);
});

for (const text of [
  "postgres://user:pass@host/db",
  "postgres://user:password@localhost:5432/app",
  "postgres://cairn:cairn@db:5432/cairn",
  "mongodb+srv://<username>:<password>@cluster0.example.net",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is a template
  "https://oauth2:${TOKEN}@gitlab.com/group/project.git",
  "API_KEY=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "api_key: <your-api-key>",
  'apiKey: "YOUR_API_KEY_GOES_HERE_1234"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is a template
  "token: ${{ secrets.GITHUB_TOKEN }}",
  "export OPENAI_API_KEY=sk-...",
  "ANTHROPIC_API_KEY=sk-ant-your-key-here-please-replace-1234",
  "password: changeme123!",
  "PASSWORD=Passw0rd!",
  "the password is hunter2",
  "token = req.headers.get('authorization')",
  "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg...\n-----END PRIVATE KEY-----",
  "STRIPE_KEY=sk_test_xxxxxxxxxxxxxxxxxxxxxxxx",
  "client_secret: process.env.CLIENT_SECRET",
  "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
]) {
  test(`"${text.slice(0, 60)}" holds no secret`, () => {
    expect(findSecrets(text)).toEqual([]);
  });
}

test("a query of 500 characters takes two milliseconds of the processor, and a markdown of 32 KiB under 50", {
  tag: "@slow",
}, async () => {
  const roll = chance(1);
  let text = "";
  while (text.length < 32_768) text += `${benignText(roll)} `;
  const query = text.slice(0, 500);
  for (let warm = 0; warm < 100; warm += 1) findSecrets(query);
  for (let warm = 0; warm < 10; warm += 1) findSecrets(text);
  // Twenty queries together, because the CPU clock is coarse.
  const twenty = () => repeat(20, () => [findSecrets(query), findInvisible(query, "prose")]);
  await expectWithin("twenty queries", 40, () => leastProcessorMs(40, twenty));
  const whole = () => [findSecrets(text), findInvisible(text, "markdown")];
  await expectWithin("a markdown", 50, () => leastProcessorMs(50, whole));
});

function repeat(times: number, run: () => unknown): void {
  for (let count = 0; count < times; count += 1) run();
}
