import { mixesCases, row, type SecretRule } from "@/lib/text/safety/secrets/rule";

/**
 * Tokens without a fixed prefix, recognised only by their structure. Each rule scans the whole text, if the text has a
 * run of 24 letters, digits, hyphens and underscores.
 */
// biome-ignore format: a row is one line
export const bareTokens: readonly SecretRule[] = [
  row("mailgun_private_key", "mailgun_key", "a Mailgun key", [], /(?<![A-Za-z0-9-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-])/g),
  row("ghost_admin_key", "ghost_key", "a Ghost admin key", [], /(?<![A-Za-z0-9:])[0-9a-f]{24}:[0-9a-f]{64}(?![A-Za-z0-9:])/g),
  row("ably_key", "ably_key", "an Ably key", [], /(?<![\w.-])[\w-]{5,6}\.[\w-]{6}:[\w-]{43}(?![\w-])/g, { check: mixesCases }),
  row("azure_devops_old_token", "azure_devops_token", "an Azure DevOps token", [], /(?<![A-Za-z0-9_/.+-])[a-z2-7]{52}(?![A-Za-z0-9_/.+-])/g, { check: (secret) => secret.replace(/\D/g, "").length >= 3 }),
];
