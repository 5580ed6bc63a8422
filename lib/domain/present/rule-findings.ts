import { z } from "zod";
import { SkillFinding } from "@/lib/contract/knowledge/submission-results";

const Findings = z.array(SkillFinding).catch([]);

/** What the rules found in a version when they judged it last, from its stored checks; empty for an import. */
export function ruleFindings(checks: readonly unknown[]): z.infer<typeof Findings> {
  const rules = checks.find((check) => Object(check).check === "skill_rules");
  return Findings.parse(Object(rules).findings ?? []);
}
