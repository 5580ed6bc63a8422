import type { CommandRule } from "@/lib/text/safety/skill/shell/command-rule";
import { commandRules } from "@/lib/text/safety/skill/shell/command-rules";
import type { NamedCommand, Script } from "@/lib/text/safety/skill/shell/script";
import { serverRules } from "@/lib/text/safety/skill/shell/server-rules";
import { addressesNear } from "@/lib/text/safety/skill/shell/word-roles";

/** Reports the rules that match a command's name and words. */
export function judgeByRules(script: Script, { command, name, head, args, joined, at }: NamedCommand): void {
  const whole = `${head.text} ${joined}`;
  for (const rule of rulesFor(name)) {
    const words = rule.names.length === 0 ? whole : joined;
    if (!rule.words.every((pattern) => pattern.test(words)) || rule.not?.test(joined)) continue;
    const isFirm =
      !rule.weak ||
      rule.firm?.test(`${joined} ${args.some(({ inner }) => inner.length > 0) ? addressesNear(command) : ""}`);
    script.report({
      row: `command: ${rule.row}`,
      rule: rule.rule,
      what: rule.what,
      at,
      ...(isFirm ? {} : { weak: true }),
    });
  }
}

const NAMES_MAX = 2_000;
const byName = new Map<string, CommandRule[]>();
let ruleCount = 0;

/** The rules of a command, and the rules for all commands. */
function rulesFor(name: string): CommandRule[] {
  if (ruleCount !== commandRules.length + serverRules.length) {
    ruleCount = commandRules.length + serverRules.length;
    byName.clear();
  }
  let own = byName.get(name);
  if (own === undefined) {
    own = [...commandRules, ...serverRules].filter(({ names }) => names.length === 0 || names.includes(name));
    if (byName.size < NAMES_MAX) byName.set(name, own);
  }
  return own;
}
