/**
 * The version of the rules that judge skills: an integer, incremented with every rule change. Texts published under a
 * smaller version must be judged again.
 */
export const RULES_VERSION = 5;
