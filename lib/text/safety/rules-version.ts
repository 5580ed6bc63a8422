/**
 * The version of the rules that judge skills: a whole number that grows with every change of a rule. What was published
 * under a smaller number has to be judged again.
 */
export const RULES_VERSION = 4;
