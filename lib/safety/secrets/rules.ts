import { bareTokens } from "@/lib/safety/secrets/bare-tokens";
import { cloudTokens } from "@/lib/safety/secrets/cloud-tokens";
import { codeTokens } from "@/lib/safety/secrets/code-tokens";
import { commandPasswords } from "@/lib/safety/secrets/command-passwords";
import { developerTokens } from "@/lib/safety/secrets/developer-tokens";
import { fileSecrets } from "@/lib/safety/secrets/file-secrets";
import { messageTokens } from "@/lib/safety/secrets/message-tokens";
import { modelTokens } from "@/lib/safety/secrets/model-tokens";
import { paymentTokens } from "@/lib/safety/secrets/payment-tokens";
import type { SecretRule } from "@/lib/safety/secrets/rule";
import { serviceTokens } from "@/lib/safety/secrets/service-tokens";
import { toldSecrets } from "@/lib/safety/secrets/told-secrets";
import { webSecrets } from "@/lib/safety/secrets/web-secrets";
import { workspaceTokens } from "@/lib/safety/secrets/workspace-tokens";

/** The whole table. Where several rows begin at one place, the first that fits names the finding. */
export const secretRules: readonly SecretRule[] = [
  ...codeTokens,
  ...developerTokens,
  ...cloudTokens,
  ...modelTokens,
  ...paymentTokens,
  ...messageTokens,
  ...workspaceTokens,
  ...serviceTokens,
  ...bareTokens,
  ...fileSecrets,
  ...commandPasswords,
  ...webSecrets,
  ...toldSecrets,
];
