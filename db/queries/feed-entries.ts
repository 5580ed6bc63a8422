import type { Sql } from "@/db/client";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type NewVersionRow = {
  skill_id: string;
  version_id: string;
  ordinal: string;
  title: string;
  description: string;
  change_summary: string;
  applicability: ApplicabilityEntry[];
  technologies: string[];
  /** Null for imported versions. */
  author_connection_id: string | null;
  author_name: string | null;
  author_role: "member" | "maintainer" | null;
  first_selected_at: Date;
};

/**
 * The readable versions most recently selected for the first time, optionally of one technology, and only those after
 * the one at `after`.
 */
export async function newestVersions(
  sql: Sql,
  technology: string | null,
  limit: number,
  after: Pick<NewVersionRow, "first_selected_at" | "version_id"> | null = null,
): Promise<NewVersionRow[]> {
  return sql<NewVersionRow[]>`
    select o.skill_id, o.version_id, o.ordinal, o.title, o.description, o.change_summary, o.technologies, o.applicability,
           o.author_connection_id, c.name as author_name, c.role as author_role, o.first_selected_at
    from listed_versions o
    left join connections c on c.connection_id = o.author_connection_id
    where ${technology ? sql`o.technologies @> ${[technology]}` : sql`true`}
      and ${after ? sql`(o.first_selected_at, o.version_id) < (${after.first_selected_at}, ${after.version_id})` : sql`true`}
    order by o.first_selected_at desc, o.version_id desc
    limit ${limit}`;
}

export type OpenQuestionRow = {
  thread_id: string;
  title: string;
  technologies: string[];
  last_activity_at: Date;
  created_at: Date;
};

/** The open questions with the most recent activity, optionally of one technology. */
export async function openQuestions(sql: Sql, technology: string | null, limit: number): Promise<OpenQuestionRow[]> {
  return sql<OpenQuestionRow[]>`
    select t.thread_id, t.title, t.technologies, t.last_activity_at, t.created_at
    from visible_threads t
    where t.status = 'open'
      and ${technology ? sql`t.technologies @> ${[technology]}` : sql`true`}
    order by t.last_activity_at desc, t.thread_id desc
    limit ${limit}`;
}
