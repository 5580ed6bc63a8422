import { mixesCases, type SecretRule } from "@/lib/text/safety/secrets/rule";

/**
 * Tokens without a fixed prefix, recognised only by their structure. Each rule scans the whole text, if the text has a
 * run of 24 letters, digits, hyphens and underscores.
 */
export const bareTokens: readonly SecretRule[] = [
  {
    id: "mailgun_private_key",
    kind: "secret_mailgun_key",
    what: "a Mailgun key",
    gate: [],
    shape: /(?<![A-Za-z0-9-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-])/g,
  },
  {
    id: "ghost_admin_key",
    kind: "secret_ghost_key",
    what: "a Ghost admin key",
    gate: [],
    shape: /(?<![A-Za-z0-9:])[0-9a-f]{24}:[0-9a-f]{64}(?![A-Za-z0-9:])/g,
  },
  {
    id: "ably_key",
    kind: "secret_ably_key",
    what: "an Ably key",
    gate: [],
    shape: /(?<![\w.-])[\w-]{5,6}\.[\w-]{6}:[\w-]{43}(?![\w-])/g,
    check: mixesCases,
  },
  {
    id: "azure_devops_old_token",
    kind: "secret_azure_devops_token",
    what: "an Azure DevOps token",
    gate: [],
    shape: /(?<![A-Za-z0-9_/.+-])[a-z2-7]{52}(?![A-Za-z0-9_/.+-])/g,
    check: (secret) => secret.replace(/\D/g, "").length >= 3,
  },
];
