import type { Chance } from "@/e2e/samples/chance";

/**
 * A sentence about software as agents and people write it: with names, versions, hashes and ids, but without secrets.
 */
export function benignText(roll: Chance): string {
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
  ]); // prettier-ignore
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
