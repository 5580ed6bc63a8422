import { kindOfPath } from "@/lib/text/safety/skill/path-kinds";
import { fetchers, interpreters } from "@/lib/text/safety/skill/shell/command-names";
import { sourcesOfCommand } from "@/lib/text/safety/skill/shell/sources";
import * as taint from "@/lib/text/safety/skill/taint";

/** Programs that print the given file. */
const PRINTERS = /^(?:cat|head|tail|base64|type|strings|xxd|less|more|get-content|gc|sqlite3|tar|zip|gpg)$/;

/**
 * The taint of the output of a command that a program starts: `words` is the command line, as one text or as a list of
 * its words. Returns bits of `taint`, 0 for an ordinary command.
 */
export function outputOfCommand(words: readonly string[]): number {
  const parts = words.length === 1 ? (words[0] ?? "").trim().split(/\s+/) : words;
  let [name = "", ...args] = parts;
  if (interpreters.has(name) && /^-\w{0,3}c$/i.test(args[0] ?? ""))
    [name = "", ...args] = args.slice(1).join(" ").trim().split(/\s+/);
  name = (name.replaceAll("\\", "/").split("/").at(-1) ?? "").toLowerCase().replace(/\.exe$/, "");
  if (name === "sudo") [name = "", ...args] = args;
  let held = sourcesOfCommand(name, args.slice(0, 60).join(" "));
  const local = args.some((arg) => /^(?:https?:\/\/)?(?:localhost|127\.|\[::1)/.test(arg));
  if (fetchers.has(name) && !local) held |= taint.REMOTE;
  if (PRINTERS.test(name))
    for (const arg of args.slice(0, 20)) {
      const kind = kindOfPath(arg);
      if (kind === "secret" || kind === "history" || kind === "environment file") held |= taint.SECRET;
    }
  return held;
}

/** Names of variables for service keys, as in `process.env` and pipelines. */
const KEY_NAMES =
  /^(?:AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN)|GITHUB_TOKEN|GH_TOKEN|GH_PAT|GITHUB_PAT|GITLAB_TOKEN|CI_JOB_TOKEN|CI_DEPLOY_PASSWORD|CI_REGISTRY_PASSWORD|NPM_TOKEN|NODE_AUTH_TOKEN|PYPI_(?:API_)?TOKEN|TWINE_PASSWORD|CARGO_REGISTRY_TOKEN|RUBYGEMS_API_KEY|GEM_HOST_API_KEY|DOCKER(?:HUB)?_(?:PASSWORD|TOKEN)|ACTIONS_RUNTIME_TOKEN|ACTIONS_ID_TOKEN_REQUEST_TOKEN|SYSTEM_ACCESSTOKEN|BITBUCKET_TOKEN|VAULT_TOKEN|KUBE_?CONFIG(?:_\w+)?|GPG_(?:PRIVATE_KEY|PASSPHRASE)|SIGNING_KEY(?:_\w+)?|(?:\w+_)?SSH_(?:PRIVATE_|DEPLOY_)?KEY|SSH_PRIVATE_KEY|DEPLOY_(?:KEY|TOKEN|PASSWORD)|GOOGLE_APPLICATION_CREDENTIALS(?:_JSON)?|GCP_(?:SA_KEY|CREDENTIALS)|AZURE_(?:CLIENT_SECRET|CREDENTIALS)|ARM_CLIENT_SECRET|ARM_ACCESS_KEY|TF_TOKEN_\w+|PROD(?:UCTION)?_\w{0,30}(?:TOKEN|SECRET|KEY|PASSWORD)|(?:DB|DATABASE|POSTGRES|MYSQL|PG|REDIS|MONGO)_?PASSWORD|DATABASE_URL|STRIPE_SECRET_KEY|(?:OPENAI|ANTHROPIC|GEMINI|MISTRAL)_API_KEY|CLOUDFLARE_API_TOKEN|HEROKU_API_KEY|VERCEL_TOKEN|NETLIFY_AUTH_TOKEN|FLY_API_TOKEN|DIGITALOCEAN_ACCESS_TOKEN|SONAR_TOKEN|SENTRY_AUTH_TOKEN|SLACK_(?:BOT_)?TOKEN|CODECOV_TOKEN|SNYK_TOKEN|JWT_SECRET|SECRET_KEY_BASE|MASTER_KEY|RAILS_MASTER_KEY|ENCRYPTION_KEY|PRIVATE_KEY|SEED_PHRASE|MNEMONIC)$/;

/** Whether an environment variable holds a key of a service or pipeline, judging by its name. */
export function isKeyName(name: string): boolean {
  return name.length < 60 && KEY_NAMES.test(name);
}

/** Whether a key is sent to its own service: `SLACK_TOKEN` to slack.com, a database password to its host. */
export function isOwnService(name: string, address: string): boolean {
  const owner = name.split("_")[0]?.toLowerCase() ?? "";
  const host = /^(?:https?:\/\/)?([^/?#\s"']{1,200})/i.exec(address)?.[1]?.toLowerCase() ?? "";
  if (host.startsWith("$") || host.startsWith("{") || host.startsWith("<")) return true;
  if (/^(?:gh|github|actions)$/.test(owner)) return /github/.test(host);
  if (owner === "aws") return /amazonaws|aws/.test(host);
  if (owner === "ci" || owner === "gitlab") return /gitlab/.test(host);
  if (owner === "npm" || owner === "node") return /npmjs|npm/.test(host);
  if (/^(?:google|gcp|gemini)$/.test(owner)) return /google/.test(host);
  if (/^(?:azure|arm|system)$/.test(owner)) return /azure|microsoft|visualstudio/.test(host);
  return owner.length > 2 && host.includes(owner);
}
