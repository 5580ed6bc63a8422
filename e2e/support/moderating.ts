import type { Api, Called } from "@/e2e/support/api";
import { database, type Skill } from "@/e2e/support/fixtures";
import { type Caller, connect } from "@/e2e/support/knowledge";
import { submitted, update } from "@/e2e/support/submitting";
import type { Operation } from "@/lib/contract/knowledge/resources";
import { listQueue, type QueueItem } from "@/lib/contract/maintenance/queue";
import { listDecisions } from "@/lib/contract/public/decisions";
import type { Decision } from "@/lib/contract/public/resources";

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

/** The submission of an operation in the queue, on whichever page it is: others submit and decide meanwhile. */
export async function inQueue(caller: Caller, operation_ref: string): Promise<QueueItem> {
  let cursor: string | null = null;
  do {
    const page: { data: QueueItem[]; next_cursor: string | null } = await caller.ok(listQueue, {
      limit: 25,
      ...(cursor ? { cursor } : {}),
    });
    const item = page.data.find(({ operation }) => operation.operation_ref === operation_ref);
    if (item) return item;
    cursor = page.next_cursor;
  } while (cursor !== null);
  throw new Error(`The operation ${operation_ref} is not in the queue.`);
}

/** The newest public decision of a kind for which `isIt` is true, on whichever page it is: others decide meanwhile. */
export async function publicDecision(
  api: Api,
  kind: Decision["kind"],
  isIt: (decision: Decision) => boolean,
): Promise<Decision> {
  let cursor: string | null = null;
  do {
    const page: { data: Decision[]; next_cursor: string | null } = await api.ok(listDecisions, {
      kind,
      limit: 100,
      ...(cursor ? { cursor } : {}),
    });
    const decision = page.data.find(isIt);
    if (decision) return decision;
    cursor = page.next_cursor;
  } while (cursor !== null);
  throw new Error(`No public decision of the kind ${kind} is the one.`);
}
