import type { Json, Sql } from "@/db/client";

type DecisionKind =
  | "selection"
  | "review"
  | "withdrawal"
  | "restoration"
  | "approval"
  | "rejection"
  | "outcome"
  | "hide"
  | "show"
  | "erasure"
  | "revocation"
  | "signup"
  | "quarantine"
  | "vouch"
  | "source"
  | "applicability";

export type DecisionRow = {
  decision_id: string;
  kind: string;
  decided_by: string;
  decided_by_connection_id: string | null;
  /** The current name; null without a connection. */
  decided_by_role: "member" | "maintainer" | null;
  reason: string;
  skill_id: string | null;
  version_id: string | null;
  thread_id: string | null;
  message_id: string | null;
  operation_ref: string | null;
  details: Record<string, unknown>;
  created_at: Date;
};

type NewDecision = {
  decision_id: string;
  kind: DecisionKind;
  decided_by: string;
  decided_by_connection_id?: string | null;
  reason: string;
  skill_id?: string | null;
  version_id?: string | null;
  thread_id?: string | null;
  message_id?: string | null;
  operation_ref?: string | null;
  details?: Json;
};

/** Stores a decision: who, what and why. */
export async function insertDecision(sql: Sql, decision: NewDecision): Promise<void> {
  await sql`
    insert into decisions
      (decision_id, kind, decided_by, decided_by_connection_id, reason, skill_id, version_id, thread_id, message_id, operation_ref, details)
    values (${decision.decision_id}, ${decision.kind}, ${decision.decided_by}, ${decision.decided_by_connection_id ?? null}, ${decision.reason},
            ${decision.skill_id ?? null}, ${decision.version_id ?? null}, ${decision.thread_id ?? null}, ${decision.message_id ?? null},
            ${decision.operation_ref ?? null}, ${sql.json(decision.details ?? {})})`;
}

const columns = (sql: Sql) => sql`
  d.decision_id, d.kind, d.decided_by, d.decided_by_connection_id,
  (select c.role from connections c where c.connection_id = d.decided_by_connection_id) as decided_by_role, d.reason, d.skill_id, d.version_id, d.thread_id, d.message_id, d.operation_ref, d.details,
  d.created_at`;

/** These decisions; the order is undefined. */
export async function decisionsByIds(sql: Sql, decision_ids: string[]): Promise<DecisionRow[]> {
  if (decision_ids.length === 0) return [];
  return sql<DecisionRow[]>`
    select ${columns(sql)}
    from decisions d
    where d.decision_id = any(${decision_ids})`;
}

/** The newest decision that withdrew a version; null when there is none. */
export async function withdrawalDecision(sql: Sql, version_id: string): Promise<DecisionRow | null> {
  const [row] = await sql<DecisionRow[]>`
    select ${columns(sql)}
    from decisions d
    where d.version_id = ${version_id} and d.kind = 'withdrawal'
    order by d.created_at desc, d.decision_id desc
    limit 1`;
  return row ?? null;
}

/** All decisions, or those of one kind, newest first, after `position`. */
export async function decisionsBefore(
  sql: Sql,
  kind: DecisionKind | null,
  position: DecisionPosition | null,
  limit: number,
): Promise<DecisionRow[]> {
  return sql<DecisionRow[]>`
    select ${columns(sql)}
    from decisions d
    where ${kind === null ? sql`true` : sql`d.kind = ${kind}`}
      and ${position ? sql`(d.created_at, d.decision_id) < (${position.created_at}::timestamptz, ${position.decision_id})` : sql`true`}
    order by d.created_at desc, d.decision_id desc
    limit ${limit}`;
}

/** Decisions about the versions of an author that do not wait, newest first. */
export async function decisionsAboutVersionsBy(
  sql: Sql,
  connection_id: string,
  limit: number,
): Promise<Array<DecisionRow & { title: string }>> {
  return sql<Array<DecisionRow & { title: string }>>`
    select ${columns(sql)}, v.title
    from skill_versions v
    join decisions d on d.version_id = v.version_id
    where v.author_connection_id = ${connection_id} and v.quarantined_at is null
    order by d.created_at desc, d.decision_id desc
    limit ${limit}`;
}

export type DecisionSubject = { skill_id: string } | { version_id: string } | { thread_id: string };
type DecisionPosition = { created_at: string; decision_id: string };

/**
 * Decisions about a skill, a version or a thread, newest first, after `position`. Outcomes of a thread are decisions of
 * its askers and are read from its messages that do not wait.
 */
export async function decisionsAbout(
  sql: Sql,
  subject: DecisionSubject,
  position: DecisionPosition | null,
  limit: number,
): Promise<DecisionRow[]> {
  const thread_id = "thread_id" in subject ? subject.thread_id : null;
  return sql<DecisionRow[]>`
    with everything as (
      select ${columns(sql)}
      from decisions d
      where ${"skill_id" in subject ? sql`d.skill_id = ${subject.skill_id}` : "version_id" in subject ? sql`d.version_id = ${subject.version_id}` : sql`d.thread_id = ${subject.thread_id}`}
      union all
      select m.message_id, 'outcome', coalesce(c.name, 'Searcher'), c.connection_id, c.role, m.body, null, null, m.thread_id, m.message_id, null,
             jsonb_build_object('outcome', m.outcome), m.created_at
      from checked_messages m
      left join connections c on c.connection_id = m.author_connection_id
      where m.thread_id = ${thread_id} and m.outcome is not null
    )
    select e.decision_id, e.kind, e.decided_by, e.decided_by_connection_id,
           e.decided_by_role, e.reason, e.skill_id, e.version_id, e.thread_id, e.message_id, e.operation_ref, e.details, e.created_at
    from everything e
    where ${position ? sql`(e.created_at, e.decision_id) < (${position.created_at}::timestamptz, ${position.decision_id})` : sql`true`}
    order by e.created_at desc, e.decision_id desc
    limit ${limit}`;
}

type AppealRow = { appeal_id: string; body: string; created_at: Date };

/** Stores an appeal, or finds the open one of the same version: of parallel ones, one is stored. */
export async function storeAppeal(
  sql: Sql,
  appeal: { appeal_id: string; version_id: string; body: string },
): Promise<AppealRow> {
  const [row] = await sql<AppealRow[]>`
    insert into appeals (appeal_id, version_id, body)
    values (${appeal.appeal_id}, ${appeal.version_id}, ${appeal.body})
    on conflict (version_id) where answered_by is null do update
      set version_id = excluded.version_id
    returning appeal_id, body, created_at`;
  if (!row) throw new Error("insert into appeals returned no row");
  return row;
}

/** Answers the open appeal of a version, if there is one, by a decision. */
export async function answerAppeal(sql: Sql, version_id: string, decision_id: string): Promise<void> {
  await sql`
    update appeals
       set answered_by = ${decision_id}
     where appeals.version_id = ${version_id} and appeals.answered_by is null`;
}

/** The maintainer's checks, and the version they ran against. */
export type ReviewNote = {
  version_checked: string;
  note: string;
  reviewed_at: Date;
  reviewer: string;
  reviewer_connection_id?: string | null;
};

/** Records a note for a version. Returns false and writes nothing when the version already has the same note. */
export async function insertReviewNote(
  sql: Sql,
  row: ReviewNote & { review_note_id: string; version_id: string },
): Promise<boolean> {
  const rows = await sql`
    insert into review_notes (review_note_id, version_id, version_checked, note, reviewer, reviewer_connection_id, reviewed_at)
    select ${row.review_note_id}, ${row.version_id}, ${row.version_checked}, ${row.note}, ${row.reviewer},
           ${row.reviewer_connection_id ?? null}, ${row.reviewed_at}
    where not exists (
      select 1
      from review_notes n
      where n.version_id = ${row.version_id} and n.version_checked = ${row.version_checked} and n.note = ${row.note}
        and n.reviewer = ${row.reviewer} and n.reviewed_at = ${row.reviewed_at})
    returning review_note_id`;
  return rows.length === 1;
}

/**
 * The most recently reviewed selected versions, newest note first. A version with two notes among them appears twice.
 */
export async function reviewedLast(sql: Sql, limit: number): Promise<Array<{ version_id: string; slug: string }>> {
  return sql<Array<{ version_id: string; slug: string }>>`
    select t.version_id, t.slug
    from review_notes n
    join selected_traits t on t.version_id = n.version_id
    order by n.created_at desc, n.review_note_id desc
    limit ${limit}`;
}

/** The database clock, in the precision of stored times. */
export async function clock(sql: Sql): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select now_ms() as now`;
  if (!row) throw new Error("a select without a table returned no row");
  return row.now;
}
