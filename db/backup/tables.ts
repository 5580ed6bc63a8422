import type { Sql } from "@/db/client";

/** A table and the columns of it that hold something of their own: generated ones are made anew. */
export type BackedTable = { table: string; columns: string[] };

type Rows = { tables: BackedTable[]; pairs: { child: string; parent: string }[] };

/**
 * The tables of this schema, each after those its foreign keys point to, so that they can be filled in this order.
 * `schema_migrations` is not among them: a database is migrated, then filled.
 */
export async function tablesInOrder(sql: Sql): Promise<BackedTable[]> {
  const tables = await sql<BackedTable[]>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r'
      and c.relnamespace = current_schema()::regnamespace
      and c.relname <> 'schema_migrations'
    group by c.relname
    order by c.relname`;
  const pairs = await sql<Rows["pairs"]>`
    select child.relname as child, parent.relname as parent
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid
    join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f'
      and k.connamespace = current_schema()::regnamespace
      and k.conrelid <> k.confrelid`;
  return inOrder({ tables: [...tables], pairs: [...pairs] });
}

function inOrder({ tables, pairs }: Rows): BackedTable[] {
  const sorted: BackedTable[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ table }) => table));
    const ready = waiting.filter(
      ({ table }) => !pairs.some(({ child, parent }) => child === table && names.has(parent)),
    );
    if (ready.length === 0) throw new Error(`The tables ${[...names].join(", ")} point at each other in a ring.`);
    sorted.push(...ready);
    waiting = waiting.filter((entry) => !ready.includes(entry));
  }
  return sorted;
}

/** The sequences that belong to no column, and the last number each gave; null when it gave none. */
export async function sequences(sql: Sql): Promise<{ sequence: string; last: string | null }[]> {
  return sql<{ sequence: string; last: string | null }[]>`
    select s.sequencename as sequence, s.last_value::text as last
    from pg_sequences s
    where s.schemaname = current_schema()
    order by s.sequencename`;
}

/** The migrations that made this schema, oldest first. */
export async function schemaVersions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ version: string }[]>`
    select schema_migrations.version
    from schema_migrations
    order by schema_migrations.version`;
  return rows.map((row) => row.version);
}
