import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { writeBackup } from "@/db/backup/write-backup";
import { database } from "@/e2e/support/fixtures";

/** Stems lose at most this of the end of a word. */
const STEM_ENDS = 2;

type Column = { table: string; column: string; type: string };

/** Where words still stand: tables of the database, a new backup, the search engine, log files. */
export async function whereWordsStand(words: readonly string[]): Promise<string[]> {
  const stems = words.map((one) => one.slice(0, -STEM_ENDS));
  const found = [...(await tablesWith(stems)), ...(await backupWith(stems)), ...(await indexWith(stems))];
  return [...found, ...logsWith(stems)];
}

/** Every column of every table that can hold a text, whatever its type. */
async function tablesWith(stems: string[]): Promise<string[]> {
  const sql = database();
  const columns = await sql<Column[]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'm') and c.relnamespace = current_schema()::regnamespace`;
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const text = type === "bytea" ? sql`encode(x.${sql(column)}, 'escape')` : sql`x.${sql(column)}::text`;
    const rows = await sql<{ word: string }[]>`
      select word
      from unnest(${stems}::text[]) as word
      where exists (select from ${sql(table)} x where position(word in ${text}) > 0)`;
    found.push(...rows.map(({ word }) => `${table}.${column}: ${word}`));
  }
  return found;
}

async function backupWith(stems: string[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? "/tmp", "erased-"));
  try {
    const file = path.join(folder, "backup");
    await writeBackup(file, { url: process.env.DATABASE_URL ?? "" });
    const text = gunzipSync(readFileSync(file)).toString("latin1");
    return stems.filter((stem) => text.includes(stem)).map((stem) => `backup: ${stem}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function indexWith(stems: string[]): Promise<string[]> {
  if (!process.env.MEILI_URL) return [];
  const { results } = await askEngine("/indexes?limit=1000");
  const found: string[] = [];
  for (const { uid } of results) {
    for (let offset = 0, full = true; full; offset += DOCUMENTS) {
      const page = await askEngine(`/indexes/${uid}/documents?limit=${DOCUMENTS}&offset=${offset}`);
      const text = JSON.stringify(page);
      found.push(...stems.filter((stem) => text.includes(stem)).map((stem) => `index ${uid}: ${stem}`));
      full = page.results.length === DOCUMENTS;
    }
  }
  return found;
}

const DOCUMENTS = 500;

async function askEngine(place: string): Promise<{ results: Array<{ uid: string }> }> {
  const headers = { authorization: `Bearer ${process.env.MEILI_KEY ?? ""}` };
  const answer = await fetch(`${process.env.MEILI_URL}${place}`, { headers });
  if (!answer.ok) throw new Error(`The engine answered ${answer.status} to ${place}.`);
  return answer.json();
}

function logsWith(stems: string[]): string[] {
  const folder = process.env.CAIRN_TEST_DIR;
  if (!folder) return [];
  const logs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".log"));
  if (logs.length === 0) throw new Error(`There is no log file below ${folder}.`);
  return logs.flatMap((log) => {
    const text = readFileSync(path.join(folder, log), "latin1");
    return stems.filter((stem) => text.includes(stem)).map((stem) => `${log}: ${stem}`);
  });
}
