import type { Sql } from "@/db/client";
import type { FileColumns, FileRow, FileToStore } from "@/db/queries/version-files";

export type BundleRow = { bundle_id: string; expires_at: Date; files: FileRow[] };

/** Stores files that a connection sent, for `hours`. Returns when they end. */
export async function insertBundle(
  sql: Sql,
  of: { bundle_id: string; connection_id: string; hours: number; files: readonly FileColumns[] },
): Promise<Date> {
  const { bundle_id, connection_id, hours, files } = of;
  const [row] = await sql<{ expires_at: Date }[]>`
    insert into bundles (bundle_id, connection_id, expires_at)
    values (${bundle_id}, ${connection_id}, now_ms() + make_interval(hours => ${hours}))
    returning expires_at`;
  if (!row) throw new Error("an inserted row was not returned");
  await sql`insert into bundle_files ${sql(files.map((file) => ({ bundle_id, ...file })))}`;
  return row.expires_at;
}

/** Whether no undecided submission needs a bundle. */
const unneeded = (sql: Sql) => sql`
  not exists (
    select from submission_bundles s
    join operations o on o.operation_ref = s.operation_ref
    where s.bundle_id = b.bundle_id and o.state in ('pending', 'running', 'in_review'))`;

/** Deletes a connection's bundles beyond its newest `kept`, unless an undecided submission needs them. */
export async function keepNewestBundles(sql: Sql, connection_id: string, kept: number): Promise<void> {
  await sql`
    delete from bundles
     where bundles.bundle_id in (
       select b.bundle_id
       from (
         select n.bundle_id
         from bundles n
         where n.connection_id = ${connection_id}
         order by n.created_at desc, n.bundle_id desc
         offset ${kept}) b
       where ${unneeded(sql)})`;
}

/** Deletes bundles that ended an hour ago, when no submission that names them can still be on its way, and that no undecided submission needs, at most `limit`; returns how many. */
export async function trimBundles(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from bundles
     where bundles.bundle_id in (
       select b.bundle_id
       from bundles b
       where b.expires_at < now_ms() - interval '1 hour' and ${unneeded(sql)}
       order by b.expires_at
       limit ${limit}
       for update of b skip locked)`;
  return count;
}

/** A bundle of this connection, ended or not; null for another's and for none. */
export async function ownBundle(
  sql: Sql,
  connection_id: string,
  bundle_id: string,
): Promise<(BundleRow & { ended: boolean }) | null> {
  const [row] = await sql<(BundleRow & { ended: boolean })[]>`
    select b.bundle_id, b.expires_at, b.expires_at <= now_ms() as ended,
           (select jsonb_agg(jsonb_build_object('path', f.path, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex')) order by f.path)
            from bundle_files f
            where f.bundle_id = b.bundle_id) as files
    from bundles b
    where b.bundle_id = ${bundle_id} and b.connection_id = ${connection_id}
    for key share of b`;
  return row ?? null;
}

/** Notes which bundle a submission names, so that it stays until the submission is decided. */
export async function nameBundle(sql: Sql, operation_ref: string, bundle_id: string): Promise<void> {
  await sql`
    insert into submission_bundles (operation_ref, bundle_id)
    values (${operation_ref}, ${bundle_id})`;
}

/** The files of a bundle of this connection with their content, in the order of their paths' bytes. */
export async function filesOfBundle(sql: Sql, connection_id: string, bundle_id: string): Promise<FileToStore[]> {
  return sql<FileToStore[]>`
    select f.path, f.content as bytes
    from bundles b
    join bundle_files f on f.bundle_id = b.bundle_id
    where b.bundle_id = ${bundle_id} and b.connection_id = ${connection_id}
    order by f.path`;
}
