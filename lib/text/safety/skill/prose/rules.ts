import type { ProseRule } from "@/lib/text/safety/skill/prose/prose-rule";
import { controlRules } from "@/lib/text/safety/skill/prose/rules-control";
import { guardRules } from "@/lib/text/safety/skill/prose/rules-guards";
import { leakRules } from "@/lib/text/safety/skill/prose/rules-leaks";
import { deceptionRules } from "@/lib/text/safety/skill/prose/rules-people";

export const proseRules: readonly ProseRule[] = [...leakRules, ...controlRules, ...guardRules, ...deceptionRules];
