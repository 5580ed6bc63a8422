import type { Sql } from "@/db/client";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type ListedTechnologies = {
  /** The head of the publish log: grows whenever a version is listed or no longer listed. */
  log_sequence: string;
  /** What the listed versions state about their technologies, each once. */
  entries: ApplicabilityEntry[];
};

/** The technologies of all listed versions with their constraints. Reads every listed version: callers cache it. */
export async function listedTechnologies(sql: Sql): Promise<ListedTechnologies> {
  const [row] = await sql<ListedTechnologies[]>`
    select h.sequence as log_sequence,
           coalesce(
             (select jsonb_agg(stated.entry)
              from (
                select distinct entries.entry
                from skill_versions v
                cross join lateral jsonb_array_elements(v.applicability) as entries (entry)
                where v.first_selected_at is not null and v.withdrawn_at is null and v.quarantined_at is null
              ) stated), '[]') as entries
    from publish_log_head h`;
  if (!row) throw new Error("publish_log_head has no row");
  return row;
}

/** The head of the publish log. */
export async function publishLogHead(sql: Sql): Promise<string> {
  const [row] = await sql<{ sequence: string }[]>`
    select h.sequence
    from publish_log_head h`;
  if (!row) throw new Error("publish_log_head has no row");
  return row.sequence;
}
