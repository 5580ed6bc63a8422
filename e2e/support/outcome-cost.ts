import type postgres from "postgres";
import { type MadeThread, makeThreads } from "@/e2e/support/made-reports";
import type { SkillVersionRef } from "@/lib/contract/primitives";
import { pageContext } from "@/lib/domain/context";
import { createReply } from "@/lib/domain/threads/create-reply";
import { sha256 } from "@/lib/platform/secret";

type Version = { skill_id: string; version_id: string };

const refOf = ({ skill_id, version_id }: Version): SkillVersionRef => ({ kind: "skill_version", skill_id, version_id });

/**
 * Reports one outcome for versions through the product's own code, with an Idempotency-Key so that it can be repeated
 * if the response is lost.
 */
export function report(thread: MadeThread, versions: readonly Version[], outcome: "resolved" | "partial" | "failed") {
  const [principal, request_hash] = [sha256(thread.append_key), sha256(outcome)];
  const idempotency = { key: thread.thread_id, method: "POST", path: "/made", principal, request_hash };
  const made = createReply(
    { ...pageContext(), read_only_because: null, idempotency },
    {
      post_id: thread.thread_id,
      append_key: thread.append_key,
      outcome,
      text: "It went so.",
      used_versions: versions.map(refOf),
    },
    { author_connection_id: null, author_name: null, author_role: null },
  );
  return made.then(({ answer }) => answer);
}

/**
 * The time of one outcome for each of these versions, in ms: the median of this many, in turn, each from a new
 * reporter. So a temporarily busy machine slows all of them alike.
 */
export async function outcomeCosts(sql: postgres.Sql, versions: readonly Version[], rounds: number): Promise<number[]> {
  const offered = versions.map(({ version_id }) => version_id);
  const wishes = Array.from({ length: (rounds + 1) * versions.length }, (_, n) => ({ network: `cost ${n}`, offered }));
  const threads = await makeThreads(sql, wishes);
  const took: number[][] = versions.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, version] of versions.entries()) {
      const thread = threads.pop();
      if (!thread) throw new Error("There are fewer threads than outcomes.");
      const before = performance.now();
      await report(thread, [version], "resolved");
      // The very first call opens connections and creates query plans.
      if (round > 0) took[place]?.push(performance.now() - before);
    }
  }
  return took.map((times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN);
}
