import { expect, test } from "@playwright/test";
import { type Chance, chance } from "@/e2e/samples/chance";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
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

/**
 * A sentence about software as agents and people write it: with names, versions, hashes and ids, but without secrets.
 */
function benignText(roll: Chance): string {
  return roll.pick(templates)(roll);
}

const name = (roll: Chance) =>
  roll.pick([
    "next-auth",
    "@tanstack/react-query",
    "postgres.js",
    "meilisearch",
    "zod",
    "token-bucket",
    "secret-manager",
    "password-hash",
    "jsonwebtoken",
    "passport-local",
    "sk-learn",
    "hf-transfer",
    "risk-based-auth",
    "pypi-publish",
  ]);
const version = (roll: Chance) => `${roll.number(20)}.${roll.number(30)}.${roll.number(9)}`;
const sha = (roll: Chance) => roll.text(40, "hex");

const templates: [(roll: Chance) => string, ...Array<(roll: Chance) => string>] = [
  (r) => `How do I upgrade ${name(r)} from ${version(r)} to ${version(r)} without breaking the token refresh?`,
  (r) => `The build at commit ${sha(r)} fails in ${name(r)} with exit code ${r.number(255)}.`,
  (r) => `Request ${r.uuid()} answered 401 although the password was right.`,
  (r) => `git bisect says ${r.text(7, "hex")} is the first bad commit; ${r.text(12, "hex")} was good.`,
  (r) => `The image ghcr.io/acme/${name(r).replace(/\W/g, "")}@sha256:${r.text(64, "hex")} does not start.`,
  () => `Set API_KEY=YOUR_API_KEY and DATABASE_URL=postgres://user:password@localhost:5432/app before npm start.`,
  (r) => `password = process.env.DB_PASSWORD is undefined in ${name(r)} ${version(r)}.`,
  (r) => `const token = await getAccessToken(scopes) throws in ${name(r)}`,
  (r) => `The integrity field sha512-${r.text(86, "base64")}== of package-lock.json does not match.`,
  (r) => `ETag "${r.text(32, "hex")}" changes on every deploy of ${name(r)}.`,
  (r) => `max_tokens: ${r.number(9000)} and token_type: bearer are both ignored by ${name(r)}.`,
  (r) => `next_page_token=${r.text(40, "base64url")} is accepted once and then answers 400.`,
  (r) => `Trace id ${r.text(32, "hex")} and span id ${r.text(16, "hex")} never reach the collector.`,
  () => `Authorization: Bearer YOUR_TOKEN gives 403, Authorization: Basic dXNlcjpwYXNzd29yZA== works.`,
  () => `Docker says POSTGRES_PASSWORD=postgres is required; I use postgres://postgres:postgres@db:5432/test in CI.`,
  (r) => `Use ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx as the placeholder, and sk-your-key-here for ${name(r)}.`,
  (r) => `The README of ${name(r)} shows AKIA${"IOSFODNN7"}EXAMPLE with wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY.`,
  (r) => `data:image/png;base64,${r.text(120, "base64")} is inlined by the bundler.`,
  (r) => `The secret name is ${name(r)}-credentials and the secretKeyRef key is password.`,
  (r) => `kubectl get secret ${name(r).replace(/\W/g, "-")}-tls-${r.text(5, "lower")} shows type Opaque.`,
  (r) =>
    `thr_${r.text(22, "base64url")} was answered, but skv_${r.text(22, "base64url")} is marked incompatible with ${version(r)}.`,
  (r) => `The file static/chunks/${r.text(16, "lower")}.js is missing after the deploy of ${r.uuid()}.`,
  (r) => `Is a password of at least 12 characters with a symbol still good advice in ${2020 + r.number(7)}?`,
  (r) => `Vault token renewal: the lease ${r.uuid()} expires although renew-self was called.`,
  () => `https://user:pass@host/path is rejected by fetch, https://example.com:8080/a@b is not.`,
  (r) => `The cookie __Host-session is 43 characters of base64url, for instance in ${name(r)} ${version(r)}.`,
  (r) => `const secret = randomBytes(32).toString("hex") // ${name(r)}`,
  (r) => `import { createToken, verifyPassword2 } from "@/lib/auth/tokenService${r.number(9)}"`,
  () => `redis://:$REDIS_PASSWORD@cache:6379/0 and mysql://root:root@127.0.0.1/app both fail to parse.`,
  (r) => `Mail admin@acme.dev about ticket ${r.text(8, "upper")}-${r.number(9999)} and api-${version(r)}.`,
  (r) => `arn:aws:iam::${r.text(12, "digits")}:role/deploy-${r.text(6, "lower")} cannot read the secret.`,
  (r) =>
    `The private key is read from /etc/ssl/private/${name(r).replace(/\W/g, "")}.pem, and -----BEGIN PRIVATE KEY----- is its first line.`,
  (r) => `password: z.string().min(8).max(72), apiKey: z.string().regex(pattern${r.number(99)})`,
  (r) => `aws s3 cp s3://bucket-${r.text(8, "lower")}/key-${r.text(6, "lower")}.gz . hangs with 504`,
  () => `eyJ is how every JWT begins, because it is the base64 of an opening brace and a quote.`,
  (r) => `The access key rotation runs every ${r.number(90)} days; the id ${r.uuid()} is in the audit log.`,
  (r) => `The commit token parser in src/lexer/Token${r.number(99)}Stream.cpp drops the secret modifier.`,
  () => `curl -u admin:changeme localhost:9200 and curl -H "X-Api-Key: $API_KEY" both work.`,
  (r) => `The bcrypt hash $2b$10$${r.text(53, "alnum")} is compared with password 'hunter2'.`,
  (r) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${r.text(43, "base64")} me@laptop is my public key.`,
];
