import { read, transaction } from "@/db/client";
import { versionsToAnalyse } from "@/db/queries/index-versions";
import {
  type AnalysisRow,
  addAnalyses,
  addToStatistics,
  addToTermCounts,
  lockAnalyses,
  removeAnalyses,
} from "@/db/queries/search-documents";
import { ANALYSIS_REVISION, analyseVersion } from "@/lib/search/query/analyse-version";
import { lengthsOf, pack } from "@/lib/search/query/pack";

/**
 * A batch is one transaction with thousands of term counts; a larger one exceeds the call timeout on a busy machine.
 */
const SKILLS_PER_TRANSACTION = 20;

/**
 * Updates the stored analyses of these skills to match their offered versions, together with the counts and sums that
 * ranking needs. Idempotent and safe to run concurrently. The texts are analysed before each transaction begins.
 */
export async function analyseSkills(skill_ids: readonly string[]): Promise<void> {
  for (let from = 0; from < skill_ids.length; from += SKILLS_PER_TRANSACTION)
    await analyseTogether(skill_ids.slice(from, from + SKILLS_PER_TRANSACTION));
}

async function analyseTogether(skill_ids: readonly string[]): Promise<void> {
  const texts = await read((sql) => versionsToAnalyse(sql, skill_ids, ANALYSIS_REVISION));
  const rows: AnalysisRow[] = [];
  for (const text of texts) {
    const { version, terms, plain_text } = analyseVersion(text);
    const { version_id, skill_id, question_thread_id } = text;
    rows.push({
      version_id,
      skill_id,
      analysis_revision: ANALYSIS_REVISION,
      question_thread_id,
      terms,
      analysis: pack(version),
      plain_text,
      lengths: version.lengths,
    });
    // Yields, so that a long batch does not block this process's web server.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await transaction(async (sql) => {
    const generation = await lockAnalyses(sql);
    const change = {
      documents: 0,
      lengths: [0, 0, 0, 0] as [number, number, number, number],
      terms: new Map<string, number>(),
    };
    const count = (by: 1 | -1, terms: readonly string[], lengths: readonly [number, number, number, number]) => {
      change.documents += by;
      for (const term of terms) change.terms.set(term, (change.terms.get(term) ?? 0) + by);
      lengths.forEach((length, field) => {
        change.lengths[field] = (change.lengths[field] ?? 0) + by * length;
      });
    };
    const removed = await removeAnalyses(
      sql,
      skill_ids,
      rows.map((row) => row.version_id),
    );
    for (const { terms, analysis } of removed) count(-1, terms, lengthsOf(analysis));
    const added = await addAnalyses(sql, rows, generation);
    for (const row of rows) if (added.has(row.version_id)) count(1, row.terms, row.lengths);
    if (removed.length === 0 && change.documents === 0) return;
    await addToTermCounts(sql, change.terms);
    await addToStatistics(sql, change.documents, change.lengths);
  });
}
