import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { TestEngines } from "@/e2e/support/product";

const WAIT_MS = 300;
/** Starts of the server's log lines, with the name of the client. */
const LINE = /^@(\S*) (?=[A-Z]+:)/m;

/** The SQL that one client of the database sends while `work` runs, as the server logs it. */
export async function statementsOf(
  engines: TestEngines,
  client: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const log = path.join(engines.folder, "logs", "postgres.log");
  const sql = postgres(engines.postgres.url, { max: 1, onnotice: () => {} });
  const set = async (...statements: string[]) => {
    for (const statement of [...statements, "select pg_reload_conf()"]) await sql.unsafe(statement);
    await sleep(WAIT_MS);
  };
  try {
    await set("alter system set log_line_prefix = '@%a '", "alter system set log_statement = 'all'");
    const from = readFileSync(log).length;
    await work();
    await sleep(WAIT_MS);
    const added = readFileSync(log).subarray(from).toString("utf8");
    const parts = added.split(LINE);
    // The parts are, after the first, names and texts in turn.
    return parts.flatMap((name, index) => {
      const text = /^LOG: {2}(?:execute [^:]*|statement): (.*)$/s.exec(parts[index + 1] ?? "")?.[1];
      return index % 2 === 1 && name === client && text ? [text.replace(/\s+/g, " ").trim()] : [];
    });
  } finally {
    await set("alter system reset all");
    await sql.end();
  }
}
