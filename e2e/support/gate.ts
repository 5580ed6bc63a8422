import { expect } from "@playwright/test";
import type postgres from "postgres";

/** Holds back the statements that write to one table. */
export type Gate = {
  /** Resolves when a statement waits. */
  reached(): Promise<void>;
  open(): Promise<void>;
};

/**
 * Closes a gate before every statement that writes to a table of a scratch database. The product gives up a wait for a
 * lock after a few seconds; here it waits as long as any statement may take.
 */
export async function closeGate(sql: postgres.Sql, table: string): Promise<Gate> {
  await sql`create table if not exists closed_gates (table_name text primary key)`;
  await sql.unsafe(`
    create or replace function wait_at_gate() returns trigger language plpgsql as $$
    begin
      while exists (select from closed_gates where table_name = tg_table_name) loop
        perform pg_sleep(0.005);
      end loop;
      return null;
    end $$;
    create or replace trigger gate before insert or update or delete on ${table}
      for each statement execute function wait_at_gate()`);
  await sql`insert into closed_gates (table_name) values (${table})`;
  const isReached = async () => {
    const [row] = await sql<{ waits: boolean }[]>`
      select exists (
               select
               from pg_stat_activity a
               where a.datname = current_database() and a.wait_event = 'PgSleep') as waits`;
    return row?.waits;
  };
  return {
    reached: () =>
      expect.poll(isReached, { message: `a statement waits to write to ${table}`, intervals: [5] }).toBe(true),
    async open() {
      await sql`delete from closed_gates where table_name = ${table}`;
    },
  };
}
