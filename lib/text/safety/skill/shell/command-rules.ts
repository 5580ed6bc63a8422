import type { CommandRule } from "@/lib/text/safety/skill/shell/command-rule";
import { accessRules } from "@/lib/text/safety/skill/shell/rules-access";
import { defenceRules } from "@/lib/text/safety/skill/shell/rules-defences";
import { destructionRules } from "@/lib/text/safety/skill/shell/rules-destruction";
import { foreignCodeRules } from "@/lib/text/safety/skill/shell/rules-foreign-code";
import { readingRules } from "@/lib/text/safety/skill/shell/rules-secrets";

/** Shell rules about single commands. */
export const commandRules: readonly CommandRule[] = [
  ...destructionRules,
  ...accessRules,
  ...foreignCodeRules,
  ...defenceRules,
  ...readingRules,
];
