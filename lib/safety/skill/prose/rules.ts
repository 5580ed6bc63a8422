import type { ProseRule } from "@/lib/safety/skill/prose/prose-rule";
import { controlRules } from "@/lib/safety/skill/prose/rules-control";
import { guardRules } from "@/lib/safety/skill/prose/rules-guards";
import { leakRules } from "@/lib/safety/skill/prose/rules-leaks";
import { deceptionRules } from "@/lib/safety/skill/prose/rules-people";

/** All rules about prose. */
export const proseRules: readonly ProseRule[] = [...leakRules, ...controlRules, ...guardRules, ...deceptionRules];
