import { createHash } from "node:crypto";
import type { Sql } from "@/db/client";

/** A file to store: what it is called and what it holds. */
export type FileToStore = { path: string; bytes: Uint8Array };

/** A file as its row holds it. */
type FileColumns = { path: string; bytes: number; sha256: Buffer; content: Buffer };

/** A file as lists show it. */
export type FileRow = { path: string; bytes: number; sha256: string };

/** The files of a version as a column, in the order of their paths' bytes. `version_id` is a column of the query. */
export const filesColumn = (sql: Sql, version_id: ReturnType<Sql>) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('path', f.path, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex')) order by f.path), '[]')
   from version_files f
   where f.version_id = ${version_id}) as files`;

/** Stores the files of a version. */
export async function insertVersionFiles(sql: Sql, version_id: string, files: readonly FileToStore[]): Promise<void> {
  if (files.length === 0) return;
  await sql`insert into version_files ${sql(files.map((file) => ({ version_id, ...columnsOf(file) })))}`;
}

/** The columns of a stored file. */
export function columnsOf({ path, bytes }: FileToStore): FileColumns {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { path, bytes: content.byteLength, sha256: createHash("sha256").update(content).digest(), content };
}

/** A file of a version that anyone may read, with whether the version waits; null when there is none. */
export async function readableFile(
  sql: Sql,
  { skill_id, version_id, path }: { skill_id: string; version_id: string; path: string },
): Promise<{ content: Buffer; sha256: Buffer; waits: boolean } | null> {
  const [row] = await sql<{ content: Buffer; sha256: Buffer; waits: boolean }[]>`
    select f.content, f.sha256, p.quarantined_at is not null as waits
    from public_versions p
    join version_files f on f.version_id = p.version_id
    where p.version_id = ${version_id} and p.skill_id = ${skill_id} and f.path = ${path}`;
  return row ?? null;
}

/** All files of a version with their content, readable or not, in the order of their paths' bytes. */
export async function filesOfVersion(sql: Sql, version_id: string): Promise<FileToStore[]> {
  return sql<FileToStore[]>`
    select f.path, f.content as bytes
    from version_files f
    where f.version_id = ${version_id}
    order by f.path`;
}

export type ComparedRow = { path: string; older: Buffer | null; newer: Buffer | null };

/** The files that differ between two versions that anyone may read, in the order of their paths' bytes. */
export async function comparedFiles(sql: Sql, older_id: string, newer_id: string): Promise<ComparedRow[]> {
  const filesOf = (version_id: string) => sql`
    select f.path, f.sha256, f.content
    from version_files f
    join public_versions p on p.version_id = f.version_id
    where f.version_id = ${version_id}`;
  return sql<ComparedRow[]>`
    select coalesce(a.path, b.path) as path, a.content as older, b.content as newer
    from (${filesOf(older_id)}) a
    full join (${filesOf(newer_id)}) b on b.path = a.path
    where a.sha256 is distinct from b.sha256
    order by 1`;
}

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

/** A package of the client: `digest` is SHA-256 in hex, `sha512` in base64. */
export type ClientPackage = { digest: string; sha512: string; bytes: Uint8Array };

/** Keeps a package for ever, so that its address and its integrity lead to the same bytes after an upgrade. */
export async function keepClientPackage(sql: Sql, { digest, sha512, bytes }: ClientPackage): Promise<void> {
  await sql`
    insert into client_packages (digest, sha512, bytes)
    values (${digest}, ${sha512}, ${Buffer.from(bytes)})
    on conflict do nothing`;
}

/** The bytes of a package that was served; null for an unknown digest. */
export async function clientPackageBytes(sql: Sql, digest: string): Promise<Uint8Array | null> {
  const [row] = await sql<{ bytes: Uint8Array }[]>`
    select c.bytes from client_packages c where c.digest = ${digest}`;
  return row?.bytes ?? null;
}

/** The digest of the package that has this integrity; null for an unknown one. */
export async function clientPackageWith(sql: Sql, sha512: string): Promise<string | null> {
  const [row] = await sql<{ digest: string }[]>`
    select c.digest from client_packages c where c.sha512 = ${sha512}`;
  return row?.digest ?? null;
}
