/**
 * The consequence of a finding for a submission: refused, or a risk or label of the published version. `hold` and `notice`
 * were given by former rules.
 */
export type SkillFindingClass = "reject" | "hold" | "label" | "notice";

/**
 * One piece of evidence that a reader can check: the rule, the place, and a short excerpt that never repeats a secret.
 */
export type SkillFinding = {
  /** Stable snake_case id, such as `download_and_run`. */
  rule: string;
  class: SkillFindingClass;
  field: "title" | "description" | "questions" | "markdown" | "files";
  /** The path of the file, where the field is `files`. */
  file?: string;
  /** Counted from 1, within the field or the file. */
  line: number;
  /** A description to follow "the skill has" or "holds". */
  what: string;
  /** At most 80 characters of the line, with secrets and hidden characters replaced. Empty for a front matter block. */
  excerpt: string;
  /** The number of hits, if only the first line is reported. */
  count: number;
};
