import type { Api, Called } from "@/e2e/support/api";
import { database, type Skill } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { submitted, update } from "@/e2e/support/submitting";
import type { Operation } from "@/lib/contract/knowledge/resources";

/** The reason given with every decision of these tests. */
export const reason = "Seen and decided.";

export const idsOf = ({ skill_id, version_id }: Skill) => ({ skill_id, version_id });

/**
 * Repeats a call while the server is overloaded: the test asks which of many calls wins, not how many the server can
 * take.
 */
export async function answered<T>(call: () => Promise<Called<T>>): Promise<Called<T>> {
  for (;;) {
    const answer = await call();
    if (answer.ok || answer.problem.code !== "unavailable") return answer;
  }
}

/** The publish log entries of a subject, oldest first. */
export async function logOf(subject: string) {
  const rows = await database()<{ kind: string; details: Record<string, unknown> }[]>`
    select l.kind, l.entry::jsonb -> 'details' as details
    from publish_log l
    where l.subject = ${subject}
    order by l.sequence`;
  return [...rows];
}

/** The public decisions about a subject, newest first. */
export async function decisionsOn(caller: Caller, ref: object) {
  const { data } = await caller.read(ref, { view: "decisions" });
  if (data.view !== "decisions") throw new Error(`Decisions were read as ${data.view}.`);
  return data.items;
}

/** A candidate: another connection's update of a skill, waiting for a decision. */
export async function candidateOf(
  api: Api,
  skill: Skill,
  observed = "1",
): Promise<{ by: Caller; operation: Operation; version: Skill }> {
  const by = await connect(api, "Someone else");
  const operation = await submitted(by, update(skill, observed));
  const { ref } = Object(operation.result);
  return { by, operation, version: { ...skill, version_id: ref.version_id } };
}
