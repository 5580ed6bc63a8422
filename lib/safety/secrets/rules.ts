import { bareTokens } from "@/lib/safety/secrets/bare-tokens";
import { cloudTokens } from "@/lib/safety/secrets/cloud-tokens";
import { codeTokens } from "@/lib/safety/secrets/code-tokens";
import { commandPasswords } from "@/lib/safety/secrets/command-passwords";
import { fileSecrets } from "@/lib/safety/secrets/file-secrets";
import { modelTokens } from "@/lib/safety/secrets/model-tokens";
import type { SecretRule } from "@/lib/safety/secrets/rule";
import { serviceTokens } from "@/lib/safety/secrets/service-tokens";
import { toldSecrets } from "@/lib/safety/secrets/told-secrets";
import { webSecrets } from "@/lib/safety/secrets/web-secrets";

/** The whole table. Where several rows begin at one place, the first that fits names the finding. */
export const secretRules: readonly SecretRule[] = [
  ...codeTokens,
  ...cloudTokens,
  ...modelTokens,
  ...serviceTokens,
  ...bareTokens,
  ...fileSecrets,
  ...commandPasswords,
  ...webSecrets,
  ...toldSecrets,
];
