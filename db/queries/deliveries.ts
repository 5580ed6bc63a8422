import type { Sql } from "@/db/client";

export type DeliveryRow = {
  sequence: string;
  kind: "reply" | "operation" | "selection" | "withdrawal" | "review" | "freshness" | "report" | "decision";
  thread_id: string | null;
  message_id: string | null;
  operation_ref: string | null;
  skill_id: string | null;
  version_id: string | null;
  report_id: string | null;
  /** Of a selection: the version that the connection holds and that it concerns. */
  held_version_id: string | null;
  decision_id: string | null;
  created_at: Date;
};

/**
 * Acknowledges a feed up to a sequence and returns the acknowledged sequence, which never decreases. Creates the feed
 * if the connection has none, and locks its row until commit.
 */
export async function acknowledgeFeed(sql: Sql, connection_id: string, upTo: string): Promise<string> {
  const [row] = await sql<{ acknowledged: string }[]>`
    insert into feeds (connection_id)
    values (${connection_id})
    on conflict (connection_id) do update
      set acknowledged = greatest(feeds.acknowledged, least(${upTo}::bigint, feeds.last_sequence))
    returning acknowledged`;
  return row?.acknowledged ?? "0";
}

/** The entries of a feed after a sequence, in order. */
export async function deliveriesAfter(
  sql: Sql,
  connection_id: string,
  after: string,
  limit: number,
): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select d.sequence, d.kind, d.thread_id, d.message_id, d.operation_ref, d.skill_id, d.version_id, d.report_id, d.decision_id,
           d.held_version_id, d.created_at
    from deliveries d
    where d.connection_id = ${connection_id} and d.sequence > ${after}
    order by d.sequence
    limit ${limit}`;
}
