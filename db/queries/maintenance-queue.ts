import type { Sql } from "@/db/client";
import type { OperationRow } from "@/db/queries/operations";
import type { VersionRow } from "@/db/queries/versions";

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

export type QueuePosition = { created_at: string; operation_ref: string };

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
