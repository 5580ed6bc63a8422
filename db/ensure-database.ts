import postgres from "postgres";

/**
 * Creates the database `name` on the server at `url` when it is missing. Returns the server's version, such as `18.4`.
 */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
  try {
    const [row] = await sql<{ version: string; present: boolean }[]>`
      select current_setting('server_version') as version,
             exists (select 1 from pg_database where pg_database.datname = ${name}) as present`;
    if (!row?.present) await sql`create database ${sql(name)}`;
    return row?.version ?? "";
  } finally {
    await sql.end({ timeout: 2 });
  }
}
