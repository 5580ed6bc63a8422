/** What a finding means for a submission: refused, kept for a maintainer, published with a label, or only shown. */
export type SkillFindingClass = "reject" | "hold" | "label" | "notice";

/** One piece of evidence a reader can check: which rule, where, and a short excerpt that never repeats a secret. */
export type SkillFinding = {
  /** Stable snake_case id, such as `download_and_run`. */
  rule: string;
  class: SkillFindingClass;
  field: "title" | "description" | "markdown";
  /** Counted from 1, within the field. */
  line: number;
  /** In words, to be read after "the skill has" or "holds". */
  what: string;
  /** At most 80 characters of the line, secrets and hidden characters replaced. Empty for the front of a block. */
  excerpt: string;
  /** How often the rule hit, where only its first line is given. */
  count: number;
};
