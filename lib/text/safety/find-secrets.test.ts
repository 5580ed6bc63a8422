import { expect, test } from "@playwright/test";
import { type Chance, chance } from "@/e2e/samples/chance";
import { kind as secretKinds } from "@/e2e/samples/secrets";
import { expectWithin, leastProcessorMs } from "@/e2e/support/measuring";
import { findSecretSpans, findSecrets } from "@/lib/text/safety/find-secrets";
import { secretRules } from "@/lib/text/safety/secrets/rules";

const VARIANTS = 40;

const around: Array<(secret: string) => string> = [
  (secret) => secret,
  (secret) => `Here is what I use: ${secret} and the call still answers 401.`,
  (secret) => `The log says\n  value=${secret}\nand then it stops.`,
  (secret) => `It was "${secret}", quoted in the file.`,
  (secret) => `See (${secret}).`,
];

for (const [seed, [name, make]] of Object.entries(secretKinds).entries()) {
  test(`${name} is found in at least 99 of 100 generated variants`, () => {
    const missed = variants(make, seed).filter(
      (secret, index) => findSecrets((around[index % around.length] ?? String)(secret)).length === 0,
    );
    expect(missed.length / VARIANTS, `missed: ${missed.join("\n")}`).toBeLessThanOrEqual(0.01);
  });
}

for (const [user, password, host] of [
  ["admin", "hunter2", "db.example.com/prod"],
  ["alice", "s3cr3t", "example.com/repo"],
  ["deploy", "Welcome2024!", "db.acme.io/app"],
  ["root", "correct-horse-battery", "db.acme.io/app"],
  ["ops", "9fAdm1nKx82QvLz", "prod.acme.io"],
  ["svc", "fTeSt9Kq2vXz81LmPw", "git.acme.io/x"],
  ["app", "Greatest-Xk9vQ2mL77", "localhost/app"],
  ["", "sup3rs3cret", "cache.internal:6379"],
  ["admin", "admin123", "10.0.0.7"],
  ["app", "password", "db.acme.io/app"],
]) {
  test(`the password in an address with ${user}:${password} at ${host} is found, though people would choose it`, () => {
    expect(findSecrets(`why does scheme://${user}:${password}@${host} answer 401`)).toMatchObject([
      { kind: "secret_url_password" },
    ]);
  });
}

for (const [name, prefix, rest] of [
  ["in a row", "gh" + "p_", "0123456789abcdefghijABCDEFGHIJ012345"],
  ["all alike", "gh" + "p_", "a".repeat(36)],
  ["in a row", "np" + "m_", "abcdefghijklmnopqrstuvwxyz0123456789"],
  ["in a row", "AK" + "IA", "1234567890ABCDEF"],
  ["in a row", "sk" + "_live_", "abcdefghijklmnopqrstuvwx"],
  ["in a row", "Authorization: Bearer ", "abcdef1234567890abcdef1234567890"],
  ["in a row", "api_key=", "1234567890abcdef1234567890abcdef"],
  ["cut short", "ey" + "JhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0NTYifQ.abc"],
  ["in a row", "xo" + "xb-", "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"],
] as const) {
  test(`a token of the shape ${prefix}… is found, also when its characters stand ${name}`, () => {
    expect(findSecrets(`it answers 401 to ${prefix}${rest} since today`)).toHaveLength(1);
  });
}

test("a private key is found by its first characters, also when the rest was lost", () => {
  expect(findSecrets(`-----BEGIN RSA ${"PRIVATE"} KEY----- MIIEpAIBAAKCAQEA`)).toHaveLength(1);
  expect(findSecrets(`Its first line is -----BEGIN ${"PRIVATE"} KEY----- and then nothing follows.`)).toEqual([]);
});

test("of files packed in base64 only those with a private key are secrets", () => {
  const body = chance(11).text(600, "base64");
  const packed = (kind: string) => btoa(`-----BEGIN ${kind}-----\n${body}\n-----END ${kind}-----\n`);
  expect(findSecrets(`tls.key: ${packed(`EC ${"PRIVATE"} KEY`)}`).map(({ what }) => what)).toEqual([
    "a private key (base64)",
  ]);
  expect(findSecrets(`certificate-authority-data: ${packed("CERTIFICATE")}`)).toEqual([]);
  expect(findSecrets(`key.pub: ${packed("PUBLIC KEY")}`)).toEqual([]);
});

test("a finding names its kind and place and never repeats the secret", () => {
  for (const make of Object.values(secretKinds)) {
    const secret = make(chance(7));
    const findings = findSecrets(`Before ${secret} after`);
    for (const finding of findings) {
      expect(finding.kind).toMatch(/^secret_[a-z0-9_]+$/);
      expect(finding.index).toBeGreaterThanOrEqual("Before ".length - 1);
      expect(finding.what).not.toContain(secret.slice(-8));
    }
  }
});

test("the tokens of this service are named as such", () => {
  const roll = chance(3);
  const body = roll.text(43, "base64url");
  expect(findSecrets(`my token is ck_${body}`).map((finding) => finding.kind)).toEqual(["secret_cairn_token"]);
  expect(findSecrets(`my key is ak_${body}`).map((finding) => finding.kind)).toEqual(["secret_cairn_append_key"]);
});

test("a span covers the whole secret, so that it can be redacted", () => {
  const secret = secretKinds["GitHub token"]?.(chance(5)) ?? "";
  const text = `a ${secret} b`;
  const [span] = findSecretSpans(text);
  expect(text.slice(span?.index, span?.end)).toBe(secret);
});

test("a comment in the text cannot switch the check off", () => {
  const secret = secretKinds["GitHub token"]?.(chance(5)) ?? "";
  expect(findSecrets(`secretlint-disable\n${secret}\n`)).toHaveLength(1);
});

test("a thousand secrets give a hundred findings", () => {
  const roll = chance(11);
  const text = Array.from({ length: 1000 }, () => secretKinds["GitHub token"]?.(roll)).join(" ");
  expect(findSecrets(text)).toHaveLength(100);
});

test("hostile texts of 32 KiB are judged in time linear in their length", { tag: "@slow" }, async () => {
  const pieces = [
    "eyJ",
    "eyJaaaaaaaaaa.",
    "-----BEGIN PRIVATE KEY-----",
    "xoxb-a-",
    "SG.aaaa.",
    "://a:",
    "://aaaa:bbbb@",
    "password=",
    "secret: ",
    "1234567890:",
    ".aaaaaa.",
    "sk-",
    "SharedAccessKey=",
    "Bearer aaaaaaaaaaaaaaaaaaaaa",
    "datadog key ",
    'password "',
    "a@",
    "-u a:",
    "dp.pt.",
    '"kty" "d":"',
    "token token_",
    "secret_access_key  ",
    "http://a:b@",
    "ops_ey",
    "the password for the ",
    "密码",
    "密码是",
    "mysql -a ",
    "Cookie: a=b; ",
    "ability zoo ",
    "a1b2c3d4e5-\n",
    '{"auth":"',
    "postgres://a:b",
  ]; // prettier-ignore
  for (const piece of pieces) {
    for (const text of [
      piece.repeat(32_768 / piece.length),
      `${piece}${"a".repeat(32_000)}`,
      `${piece}${" ".repeat(32_000)}`,
      `${piece}${"a1B2c3D4 ".repeat(3_600)}`,
    ]) {
      await expectLinear(piece, text, WORST_MS);
    }
  }
});

test("beginnings of one kind of secret alone are judged in time linear in their length", { tag: "@slow" }, async () => {
  for (const gate of new Set(secretRules.flatMap((rule) => rule.gate))) {
    for (const text of [gate.repeat(8_192 / gate.length), `${gate} is `.repeat(8_192 / (gate.length + 4))]) {
      await expectLinear(gate, text, WORST_MS / 3);
    }
  }
});

/** CPU milliseconds for 32 KiB: the slowest take 25. */
const WORST_MS = 75;
/** A text of twice the length takes twice as long, or four times as long when the time is quadratic. */
const GROWTH_MAX = 3;

/**
 * A text may take longer than `boundMs`, up to five times as long, if half of it takes its share of that: a machine that
 * is three times slower for a while slows both.
 */
async function expectLinear(piece: string, text: string, boundMs: number): Promise<void> {
  await expectWithin(JSON.stringify(piece), boundMs, async () => {
    const took = await leastProcessorMs(boundMs, () => findSecrets(text));
    if (took <= boundMs || took > 5 * boundMs) return took;
    const half = await leastProcessorMs(0, () => findSecrets(text.slice(0, text.length / 2)));
    return took > GROWTH_MAX * half ? took : boundMs;
  });
}

function variants(make: (roll: Chance) => string, seed: number): string[] {
  const roll = chance(seed);
  return Array.from({ length: VARIANTS }, () => make(roll));
}
