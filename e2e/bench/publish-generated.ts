import type postgres from "postgres";
import { inTransaction } from "@/db/transaction";
import { generateSkills, type SkillText } from "@/e2e/support/generate-skills";
import { publishVersion } from "@/lib/domain/publishing/publish-version";
import { RULES_VERSION } from "@/lib/text/safety/rules-version";

const PER_TRANSACTION = 50;

/** Publishes this many generated skills, selected, one version each; for measurements on a separate database. */
export async function publishGenerated(
  sql: postgres.Sql,
  sources: readonly SkillText[],
  count: number,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const skills = [...generateSkills(sources, count)];
  for (let from = 0; from < skills.length; from += PER_TRANSACTION) {
    await inTransaction(sql, async (tx) => {
      for (const [index, skill] of skills.slice(from, from + PER_TRANSACTION).entries())
        await publishOne(tx, skill, from + index);
    });
    onProgress(Math.min(skills.length, from + PER_TRANSACTION));
  }
}

function publishOne(tx: postgres.Sql, skill: SkillText, index: number) {
  return publishVersion(tx, {
    skill: { kind: "new", slug_from: `generated ${index}`, source_path: null },
    base_version_id: null,
    content: {
      title: skill.title,
      description: skill.description,
      markdown: skill.markdown,
      applicability: skill.technologies.map((technology) => {
        return { technology, version_scheme: "unknown", constraint: "any" };
      }),
      public_references: [],
      questions: [],
      change_summary: "Generated for a measurement.",
      rationale: "A measurement needs it.",
      supporting_basis: "None.",
      license: null,
    },
    risk_labels: [],
    // Safety checks would distort the measured time.
    rules_version: RULES_VERSION,
    author_connection_id: null,
    select: true,
  });
}
