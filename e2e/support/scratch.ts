import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import postgres from "postgres";
import { closeDatabase } from "@/db/client";
import { migrate } from "@/db/migrate";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import { env, forgetEnv } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { forget } from "@/lib/platform/singleton";
import { indexingClient } from "@/lib/search/engine/engine";

/** A separate database for tests that need isolation. */
export type ScratchDatabase = { url: string; sql: postgres.Sql; drop(): Promise<void> };

const TEMPLATE = "scratch_template";
/** Arbitrary; of the workers of a run one makes the template. */
const TEMPLATE_LOCK = 7_301_202;

let template: Promise<string> | undefined;

/** An empty one with the newest schema. */
export async function makeScratchDatabase(): Promise<ScratchDatabase> {
  // The engines of a run are thrown away, and a template with them. Elsewhere nothing is left behind.
  if (process.env.CAIRN_TEST_DIR) {
    template ??= makeTemplate();
    return makeDatabase(await template);
  }
  const scratch = await makeEmptyDatabase();
  await migrate(scratch.sql);
  return scratch;
}

/** One without a schema. */
export function makeEmptyDatabase(): Promise<ScratchDatabase> {
  return makeDatabase("template1");
}

async function makeDatabase(from: string): Promise<ScratchDatabase> {
  const name = `scratch_${randomBytes(6).toString("hex")}`;
  const { admin, address } = administer();
  await admin`create database ${admin(name)} template ${admin(from)}`;
  address.pathname = `/${name}`;
  const sql = postgres(address.href, { max: 2, onnotice: () => {} });
  return {
    url: address.href,
    sql,
    async drop() {
      await sql.end();
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    },
  };
}

/** A database with the newest schema, which is copied in a fraction of the time that the migrations take. */
async function makeTemplate(): Promise<string> {
  const { admin, address } = administer();
  try {
    await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [made] = await admin`select from pg_database d where d.datname = ${TEMPLATE} and not d.datallowconn`;
    if (made) return TEMPLATE;
    await admin`drop database if exists ${admin(TEMPLATE)} with (force)`;
    await admin`create database ${admin(TEMPLATE)} template template1`;
    address.pathname = `/${TEMPLATE}`;
    const sql = postgres(address.href, { max: 1, onnotice: () => {} });
    await migrate(sql);
    await sql.end();
    // No database can be copied while somebody is connected to it.
    await admin`alter database ${admin(TEMPLATE)} with allow_connections false`;
    return TEMPLATE;
  } finally {
    await admin.end();
  }
}

function administer(): { admin: postgres.Sql; address: URL } {
  const address = new URL(env().DATABASE_URL ?? "");
  return { admin: postgres(address.href, { max: 1, onnotice: () => {} }), address };
}

export type MadeSkill = ReturnType<typeof madeSkill>;

/** A skill for a test's own library. */
export function madeSkill(given: {
  title: string;
  description?: string;
  markdown: string;
  technologies?: string[];
  applicability?: ApplicabilityEntry[];
}) {
  const skill_id = newId("skl");
  return {
    skill_id,
    version_id: newId("skv"),
    slug: skill_id.slice(4).toLowerCase().replace(/[-_]/g, "0"),
    description: given.title,
    technologies: [] as string[],
    applicability: [] as ApplicabilityEntry[],
    ...given,
  };
}

/** A test's own library: a database and an index name that `lib/` uses until it is dropped. */
export async function makeScratchLibrary(): Promise<ScratchDatabase> {
  const { DATABASE_URL, MEILI_INDEX } = process.env;
  const scratch = await makeScratchDatabase();
  const index = new URL(scratch.url).pathname.slice(1);
  takeSettings({ DATABASE_URL: scratch.url, MEILI_INDEX: index });
  return {
    ...scratch,
    async drop() {
      const client = indexingClient();
      const { results } = (await client?.getRawIndexes({ limit: 1_000 })) ?? { results: [] };
      for (const { uid } of results) if (uid.startsWith(index)) await client?.deleteIndex(uid);
      await closeDatabase();
      takeSettings({ DATABASE_URL, MEILI_INDEX });
      await scratch.drop();
    },
  };
}

/** Bulk statements that bypass the publish log: only search reads this database. */
export async function publishMade(scratch: ScratchDatabase, skills: readonly MadeSkill[]): Promise<void> {
  await scratch.sql.begin(async (sql) => {
    await sql`set constraints all deferred`;
    await sql`
      insert into skills (skill_id, slug, selected_version_id, selection_revision, last_ordinal)
      select made.skill_id, made.slug, made.version_id, 1, 1
      from jsonb_to_recordset(${sql.json(skills)}) as made (skill_id text, version_id text, slug text)`;
    await sql`
      insert into skill_versions
        (version_id, skill_id, ordinal, title, description, markdown, content_sha256, applicability, technologies,
         change_summary, rationale, supporting_basis, first_selected_at)
      select made.version_id, made.skill_id, 1, made.title, made.description, made.markdown, sha256(made.markdown::bytea),
             made.applicability, made.technologies, 'Made.', 'A test.', 'None.', now_ms()
      from jsonb_to_recordset(${sql.json(skills)})
        as made (skill_id text, version_id text, title text, description text, markdown text, applicability jsonb,
                 technologies text[])`;
  });
}

/** Cached settings and earlier results of this process. */
const KEPT = [
  "search-engine",
  "search-indexing-client",
  "search-analyses",
  "search-matches",
  "search-statistics",
  "search-known-technologies",
  "search-index-pulse",
  "search-embedder",
  "search-nearest",
  "query-vectors",
  "search-index-meanings",
];

/** Sets the library's environment variables and clears the caches of the previous settings. */
export function takeSettings(wanted: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetEnv();
  for (const name of KEPT) forget(name);
  // A pool that is not closed keeps its connections.
  if ("DATABASE_URL" in wanted) forget("database");
}

/** Holds back the statements that write to one table. */
type Gate = {
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
