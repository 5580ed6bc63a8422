import type { Sql } from "@/db/client";

export type StandingRow = {
  has_record: boolean;
  /** The risks of the version that somebody vouched for last; empty without one. */
  vouched_risks: string[];
};

/** What speaks for an author: its record, and the risks that somebody has seen and vouched for. */
export async function standingOf(sql: Sql, connection_id: string): Promise<StandingRow> {
  const [row] = await sql<StandingRow[]>`
    select has_record(${connection_id}) as has_record,
           coalesce(
             (select v.risks
              from skill_versions v
              where v.author_connection_id = ${connection_id} and v.vouched_at is not null and v.withdrawn_at is null
              order by v.vouched_at desc, v.version_id desc
              limit 1), '{}') as vouched_risks`;
  if (!row) throw new Error("a select without a table returned no row");
  return row;
}

/**
 * Makes a version wait, or adds reasons to one that waits. A maintainer's reason also takes back that somebody vouched
 * for it. Requires the skill's lock. False when nothing changed.
 */
export async function storeQuarantine(sql: Sql, version_id: string, reasons: string[]): Promise<boolean> {
  const rows = await sql`
    update skill_versions
       set quarantined_at = coalesce(skill_versions.quarantined_at, now_ms()),
           quarantine_reasons = array(
             select distinct each.reason
             from unnest(skill_versions.quarantine_reasons || ${reasons}::text[]) as each (reason)
             order by each.reason),
           vouched_at = case when 'maintainer' = any(${reasons}::text[]) then null else skill_versions.vouched_at end
     where skill_versions.version_id = ${version_id}
       and skill_versions.withdrawn_at is null
       and not (skill_versions.quarantined_at is not null and skill_versions.quarantine_reasons @> ${reasons}::text[])
    returning version_id`;
  return rows.length === 1;
}

/**
 * Vouches for a version: it waits no longer. One that has waited since its publication is listed from now on. Requires
 * the skill's lock. False when somebody has vouched for it and it does not wait.
 */
export async function storeVouch(sql: Sql, version_id: string): Promise<boolean> {
  const rows = await sql`
    with vouched as (
      update skill_versions
         set vouched_at = now_ms(),
             first_selected_at = case
               when skill_versions.first_selected_at = skill_versions.quarantined_at then now_ms()
               else skill_versions.first_selected_at end,
             quarantined_at = null,
             quarantine_reasons = '{}'
       where skill_versions.version_id = ${version_id}
         and (skill_versions.vouched_at is null or skill_versions.quarantined_at is not null)
      returning skill_versions.skill_id, skill_versions.first_selected_at
    )
    update skills
       set updated_at = now_ms()
      from vouched
     where skills.skill_id = vouched.skill_id
    returning skills.skill_id`;
  return rows.length === 1;
}

export type WaitingRow = {
  skill_id: string;
  version_id: string;
  title: string;
  description: string;
  quarantined_at: Date;
  quarantine_reasons: string[];
  checks: unknown[];
  author_connection_id: string | null;
  author_name: string | null;
  author_role: "member" | "maintainer" | null;
  /** The open appeal of its author; null without one. */
  appeal: string | null;
  appealed_at: Date | null;
};

export type WaitingPosition = { since: string; version_id: string };

/** The readable versions that wait, the latest first, after `position`. */
export function waitingVersions(sql: Sql, position: WaitingPosition | null, limit: number): Promise<WaitingRow[]> {
  const after: ReturnType<Sql> = position
    ? sql`(v.quarantined_at, v.version_id) < (${position.since}::timestamptz, ${position.version_id})`
    : sql`true`;
  return waitingWhere(sql, after, limit);
}

/** A readable version that waits; null when it does not. */
export async function waitingVersion(sql: Sql, version_id: string): Promise<WaitingRow | null> {
  const [row] = await waitingWhere(sql, sql`v.version_id = ${version_id}`, 1);
  return row ?? null;
}

function waitingWhere(sql: Sql, where: ReturnType<Sql>, limit: number): Promise<WaitingRow[]> {
  return sql<WaitingRow[]>`
    select v.skill_id, v.version_id, v.title, v.description, v.quarantined_at, v.quarantine_reasons, v.checks,
           v.author_connection_id, c.name as author_name, c.role as author_role, a.body as appeal,
           a.created_at as appealed_at
    from skill_versions v
    left join connections c on c.connection_id = v.author_connection_id
    left join appeals a on a.version_id = v.version_id and a.answered_by is null
    where v.quarantined_at is not null
      and v.withdrawn_at is null
      and ${where}
    order by v.quarantined_at desc, v.version_id desc
    limit ${limit}`;
}

/**
 * Versions without a risk that three connections with a record confirmed, from three networks on three days. Only those for which nobody has vouched and that wait for nothing but
 * their author's newness, if at all. With `version_id` only that one.
 */
export async function confirmedVersions(
  sql: Sql,
  { version_id, limit }: { version_id: string | null; limit: number },
): Promise<Array<{ skill_id: string; version_id: string }>> {
  return sql<Array<{ skill_id: string; version_id: string }>>`
    select v.skill_id, v.version_id
    from version_outcomes o
    join skill_versions v on v.version_id = o.version_id
    join skills s on s.skill_id = v.skill_id
    where o.resolved >= 3
      and o.connections >= 3
      and ${version_id === null ? sql`true` : sql`v.version_id = ${version_id}`}
      and v.vouched_at is null
      and v.withdrawn_at is null
      and v.first_selected_at is not null
      and v.author_connection_id is not null
      and v.risks = '{}'
      and v.quarantine_reasons <@ array['new_author']
      and exists (
        with voices as (
          select n.source, t.opened_network as network, (n.at at time zone 'utc')::date as day
          from version_voices n
          join messages m on m.message_id = n.message_id
          join threads t on t.thread_id = m.thread_id
          where n.version_id = v.version_id and n.counts and n.outcome = 'resolved'
            and n.source like 'con\\_%' and t.opened_network is not null
            and n.source <> v.author_connection_id and n.source is distinct from s.author_connection_id
            and has_record(n.source)
          order by n.at desc
          limit 30
        )
        select
        from voices a
        join voices b on b.source > a.source and b.network <> a.network and b.day <> a.day
        join voices c on c.source > b.source and c.network not in (a.network, b.network) and c.day not in (a.day, b.day))
    order by v.version_id
    limit ${limit}`;
}
