import type { Json, Sql } from "@/db/client";
import type { OperationRow } from "@/db/queries/operations";
import type { VersionRow } from "@/db/queries/versions";

export type OutdatedRow = {
  version_id: string;
  skill_id: string;
  title: string;
  description: string;
  questions: string[];
  markdown: string;
  risk_labels: string[];
  checks: Array<Record<string, unknown>>;
};

/**
 * Locks versions judged by rules older than `rules_version` until the transaction ends, and skips those locked by
 * another worker. The lock does not block rows that reference a version.
 */
export async function lockOutdated(sql: Sql, rules_version: number, limit: number): Promise<OutdatedRow[]> {
  return sql<OutdatedRow[]>`
    select v.version_id, v.skill_id, v.title, v.description, v.questions, v.markdown, v.risk_labels, v.checks
    from skill_versions v
    where v.rules_version < ${rules_version} and v.withdrawn_at is null
    order by v.rules_version, v.version_id
    limit ${limit}
    for no key update skip locked`;
}

/** Stores the verdict of these rules on a version. Requires the version's lock. */
export async function storeJudgement(
  sql: Sql,
  version_id: string,
  judged: { rules_version: number; risk_labels: string[]; risks: string[]; checks: Json[] },
): Promise<void> {
  await sql`
    update skill_versions
       set rules_version = ${judged.rules_version}, risk_labels = ${judged.risk_labels},
           risks = ${judged.risks}, checks = ${sql.json(judged.checks)}
     where skill_versions.version_id = ${version_id}`;
}

/** Adds a version to the maintainers' queue, or updates the reason. */
export async function storeJudgedAgain(
  sql: Sql,
  version_id: string,
  judged: { rules_version: number; verdict: "hold" | "reject"; findings: Json[] },
): Promise<void> {
  await sql`
    insert into judged_again (version_id, rules_version, verdict, findings)
    values (${version_id}, ${judged.rules_version}, ${judged.verdict}, ${sql.json(judged.findings)})
    on conflict (version_id) do update
      set rules_version = excluded.rules_version, verdict = excluded.verdict, findings = excluded.findings`;
}

/** Removes a version from the queue because the rules no longer object to it. */
export async function forgetJudgedAgain(sql: Sql, version_id: string): Promise<void> {
  await sql`
    delete from judged_again
     where judged_again.version_id = ${version_id}`;
}

type TakenJudgement = { verdict: "hold" | "reject"; findings: Array<{ rule: string }> };

/** Removes a version from the queue if it is there under these rules; null when it is not. Only one caller gets it. */
export async function takeJudgedAgain(
  sql: Sql,
  version_id: string,
  rules_version: number,
): Promise<TakenJudgement | null> {
  const [row] = await sql<TakenJudgement[]>`
    delete from judged_again
     where judged_again.version_id = ${version_id} and judged_again.rules_version = ${rules_version}
    returning verdict, findings`;
  return row ?? null;
}

export type JudgedAgainRow = {
  version_id: string;
  skill_id: string;
  title: string;
  description: string;
  published_at: Date;
  is_selected: boolean;
  rules_version: number;
  verdict: "hold" | "reject";
  findings: unknown;
  found_at: Date;
};

type JudgedAgainPosition = { found_at: string; version_id: string };

/** Readable versions queued because rules changed, oldest first, after `position`. */
export async function judgedAgain(
  sql: Sql,
  position: JudgedAgainPosition | null,
  limit: number,
): Promise<JudgedAgainRow[]> {
  return sql<JudgedAgainRow[]>`
    select v.version_id, v.skill_id, v.title, v.description, v.created_at as published_at,
           (s.selected_version_id is not distinct from v.version_id) as is_selected,
           j.rules_version, j.verdict, j.findings, j.found_at
    from judged_again j
    join skill_versions v on v.version_id = j.version_id
    join skills s on s.skill_id = v.skill_id
    where v.withdrawn_at is null
      and ${position ? sql`(j.found_at, j.version_id) > (${position.found_at}::timestamptz, ${position.version_id})` : sql`true`}
    order by j.found_at, j.version_id
    limit ${limit}`;
}

export type QueueRow = OperationRow & {
  request: unknown;
  connection_id: string;
  author: string;
  author_role: "member" | "maintainer";
  skill_id: string | null;
  slug: string | null;
  selected_version_id: string | null;
  selection_revision: string | null;
  skill_author_connection_id: string | null;
  skill_author: string | null;
  skill_author_role: "member" | "maintainer" | null;
};

type QueuePosition = { created_at: string; operation_ref: string };

/** Submissions in review, oldest first, after `position`, with the skill that an update is for. */
export async function submissionsInReview(
  sql: Sql,
  position: QueuePosition | null,
  limit: number,
): Promise<QueueRow[]> {
  return sql<QueueRow[]>`
    select o.operation_ref, o.kind, o.state, o.result, o.problem, o.created_at, o.updated_at, o.request, o.connection_id,
           c.name as author, c.role as author_role, s.skill_id, s.slug, s.selected_version_id, s.selection_revision,
           s.author_connection_id as skill_author_connection_id, a.name as skill_author,
           a.role as skill_author_role
    from operations o
    join connections c on c.connection_id = o.connection_id
    left join skills s on s.skill_id = o.request -> 'submission' ->> 'skill_id'
    left join connections a on a.connection_id = s.author_connection_id
    where o.state = 'in_review'
      and o.kind = 'skill_submission'
      and o.request is not null
      and ${position ? sql`(o.created_at, o.operation_ref) > (${position.created_at}::timestamptz, ${position.operation_ref})` : sql`true`}
    order by o.created_at, o.operation_ref
    limit ${limit}`;
}

export type BaseRow = Pick<
  VersionRow,
  | "version_id"
  | "skill_id"
  | "title"
  | "description"
  | "markdown"
  | "applicability"
  | "public_references"
  | "created_at"
>;

/** The readable ones of these versions, with the fields that an update is compared with. */
export async function baseVersions(sql: Sql, version_ids: string[]): Promise<BaseRow[]> {
  return sql<BaseRow[]>`
    select p.version_id, p.skill_id, p.title, p.description, p.markdown, p.applicability, p.public_references, p.created_at
    from public_versions p
    where p.version_id = any(${version_ids})`;
}
