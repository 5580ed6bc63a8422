import type postgres from "postgres";
import type { Sql } from "@/db/client";

export type ChangeRecorder = {
  /**
   * Runs a change in its own transaction and records its effects: log entries, decisions, deliveries, states, marks.
   */
  step<T>(name: string, change: (tx: Sql) => Promise<T>): Promise<T>;
  /** The effects of each step, with ids and times normalised. */
  steps: Record<string, unknown>;
};

/** Records the effects of changes in a database without other writers. */
export function makeChangeRecorder(sql: postgres.Sql): ChangeRecorder {
  const names = new Map<string, string>();
  const seen = { log: "0", decisions: 0, deliveries: new Set<string>(), states: new Map<string, string>() };
  const steps: Record<string, unknown> = {};

  /** Replaces ids by kind and number, and times by a word, because they differ between runs. */
  function normalised<T>(value: T): T {
    const text = JSON.stringify(value)
      .replace(/\b(skl|skv|thr|msg|kop|con|rev|dec|req)_[A-Za-z0-9_-]{22}/g, (id, prefix) => {
        const known = [...names.values()].filter((name) => name.startsWith(prefix)).length;
        if (!names.has(id)) names.set(id, `${prefix} ${known + 1}`);
        return names.get(id) ?? "";
      })
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");
    return JSON.parse(text);
  }

  async function step<T>(name: string, change: (tx: Sql) => Promise<T>): Promise<T> {
    const done: { answer?: T } = {};
    await sql`delete from index_dirty`;
    await sql.begin(async (tx) => {
      done.answer = await change(tx);
    });
    const log = await sql<{ sequence: string; entry: string }[]>`
      select l.sequence, l.entry from publish_log l where l.sequence > ${seen.log} order by l.sequence`;
    // In write order: several decisions of one transaction may have the same time, and decisions are never deleted.
    const decisions = await sql<{ row: string }[]>`
      select (to_jsonb(d) - 'created_at')::text as row from decisions d order by d.ctid offset ${seen.decisions}`;
    const deliveries = await sql<{ row: string }[]>`
      select c.name || ' ' || (to_jsonb(d) - 'created_at' - 'connection_id')::text as row
      from deliveries d
      join connections c on c.connection_id = d.connection_id
      order by c.name, d.sequence`;
    const operations = await sql<{ operation_ref: string; state: string }[]>`
      select o.operation_ref, o.state from operations o`;
    const marked = await sql<{ slug: string }[]>`
      select s.slug from index_dirty d join skills s on s.skill_id = d.entity_id order by s.slug`;
    const told = deliveries.filter(({ row }) => !seen.deliveries.has(row));
    const ended = operations.filter(({ operation_ref, state }) => seen.states.get(operation_ref) !== state);
    seen.log = log.at(-1)?.sequence ?? seen.log;
    seen.decisions += decisions.length;
    for (const { row } of told) seen.deliveries.add(row);
    for (const { operation_ref, state } of ended) seen.states.set(operation_ref, state);
    const rows = (list: { row: string }[]) => list.map(({ row }) => row);
    steps[name] = normalised({
      log: log.map(({ entry }) => entry),
      decisions: rows(decisions),
      deliveries: rows(told),
      operations: ended.map(({ operation_ref, state }) => `${operation_ref} ${state}`),
      index: marked.map(({ slug }) => slug),
    });
    return done.answer as T;
  }

  return { step, steps };
}
