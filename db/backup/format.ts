import { z } from "zod";
import type { Sql } from "@/db/client";

/**
 * A backup is one gzip file of lines: the header; for each table its section line, its rows as PostgreSQL's COPY writes
 * them and `\.`; then the trailer. A file without a trailer is truncated.
 */
export const FORMAT = "cairn-backup/2";
/** Of backups written before 0.1.0, which fit no database of a release. */
export const FORMAT_BEFORE = "cairn-backup/1";
export const ROWS_END = "\\.";

export const Header = z.strictObject({
  format: z.literal([FORMAT, FORMAT_BEFORE]),
  created_at: z.string(),
  /** Rows fit only the schema that they were read from. */
  schema: z.array(z.string()),
  sequences: z.array(z.strictObject({ sequence: z.string(), last: z.string().nullable() })),
});
export type Header = z.infer<typeof Header>;

export const Section = z.strictObject({ table: z.string(), columns: z.array(z.string()) });

export const Trailer = z.strictObject({ end: z.literal(true), rows: z.record(z.string(), z.int()) });

/** One JSON line of a backup. Throws a readable error when the line does not have the expected shape. */
export function parseLine<T>(schema: z.ZodType<T>, line: string, what: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new Error(`The file is not a backup of Cairn, or it is damaged: its ${what} cannot be read.`);
  }
}

/** A table and its stored columns; generated columns are computed again. */
type BackedTable = { table: string; columns: string[] };

/** The tables of this schema by name, except `schema_migrations`: a database is migrated first, then filled. */
export async function backedTables(sql: Sql): Promise<BackedTable[]> {
  return sql<BackedTable[]>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r'
      and c.relnamespace = current_schema()::regnamespace
      and c.relname <> 'schema_migrations'
    group by c.relname
    order by c.relname`;
}

/** The foreign keys of this schema that are checked at the end of each statement. */
export async function foreignKeys(sql: Sql): Promise<{ table: string; key: string }[]> {
  return sql<{ table: string; key: string }[]>`
    select t.relname as table, k.conname as key
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    where k.contype = 'f'
      and not k.condeferrable
      and k.connamespace = current_schema()::regnamespace`;
}

/** The sequences that belong to no column, with the last value of each; null when it was never used. */
export async function sequences(sql: Sql): Promise<{ sequence: string; last: string | null }[]> {
  return sql<{ sequence: string; last: string | null }[]>`
    select s.sequencename as sequence, s.last_value::text as last
    from pg_sequences s
    where s.schemaname = current_schema()
    order by s.sequencename`;
}

/** The migrations applied to this schema, oldest first. */
export async function schemaVersions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select schema_migrations.version
    from schema_migrations
    order by schema_migrations.version`;
  return rows.map((row) => row.version);
}
