import { createHash } from "node:crypto";
import type { Sql } from "@/db/client";

/** A file to store: what it is called and what it holds. */
export type FileToStore = { path: string; bytes: Uint8Array };

/** A file as its row holds it. */
export type FileColumns = { path: string; bytes: number; sha256: Buffer; content: Buffer };

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
