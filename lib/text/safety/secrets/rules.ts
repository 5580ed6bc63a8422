import { bareTokens } from "@/lib/text/safety/secrets/bare-tokens";
import { cloudTokens } from "@/lib/text/safety/secrets/cloud-tokens";
import { codeTokens } from "@/lib/text/safety/secrets/code-tokens";
import { commandPasswords } from "@/lib/text/safety/secrets/command-passwords";
import { developerTokens } from "@/lib/text/safety/secrets/developer-tokens";
import { fileSecrets } from "@/lib/text/safety/secrets/file-secrets";
import { messageTokens } from "@/lib/text/safety/secrets/message-tokens";
import { modelTokens } from "@/lib/text/safety/secrets/model-tokens";
import { paymentTokens } from "@/lib/text/safety/secrets/payment-tokens";
import type { SecretRule } from "@/lib/text/safety/secrets/rule";
import { serviceTokens } from "@/lib/text/safety/secrets/service-tokens";
import { toldSecrets } from "@/lib/text/safety/secrets/told-secrets";
import { webSecrets } from "@/lib/text/safety/secrets/web-secrets";
import { workspaceTokens } from "@/lib/text/safety/secrets/workspace-tokens";

/** The whole table. If several rows match at one position, the first names the finding. */
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
