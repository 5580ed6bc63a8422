import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import type postgres from "postgres";
import { MIGRATIONS, migrate } from "@/db/migrate";
import { makeEmptyDatabase, makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch-database";
import { takeSettings } from "@/e2e/support/scratch-library";
import { sitemapFile } from "@/lib/server/formats/sitemap";

/**
 * Migrations before they were edited in place. Earlier versions of 0001 are missing, because no PostgreSQL accepts
 * them.
 */
const RECORDED = path.join(import.meta.dirname, "edited-migrations");
/**
 * Existing databases: the newest applied migration, and the recorded files that were applied instead of today's files.
 */
const DATABASES = [
  { newest: "0002", recorded: ["0002.first"] },
  { newest: "0009", recorded: ["0009.first"] },
  { newest: "0011", recorded: ["0009.second"] },
  { newest: "0011", recorded: ["0002.first", "0009.first"] },
];

let folder: string;
let scratch: ScratchDatabase;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "migrations-"));
  scratch = await makeEmptyDatabase();
});
test.afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await scratch.drop();
});

for (const { newest, recorded } of DATABASES) {
  test(`a database with ${recorded.join(", ")}, migrated up to ${newest}, gets the schema of a new one`, async () => {
    for (const name of readdirSync(MIGRATIONS)) {
      const version = name.slice(0, 4);
      const former = recorded.find((file) => file.startsWith(version));
      const source = former ? path.join(RECORDED, `${former}.sql`) : path.join(MIGRATIONS, name);
      if (name.endsWith(".sql") && version <= newest) copyFileSync(source, path.join(folder, name));
    }
    await migrate(scratch.sql, { folder });
    const fresh = await makeScratchDatabase();
    try {
      expect(await migrate(scratch.sql)).toBeGreaterThan(0);
      expect(await schemaOf(scratch.sql)).toEqual(await schemaOf(fresh.sql));
    } finally {
      await fresh.drop();
    }
  });
}

test("the sitemap of skills works on a database whose view lacked a column", async () => {
  for (const name of readdirSync(MIGRATIONS)) {
    const source = name.startsWith("0009") ? path.join(RECORDED, "0009.first.sql") : path.join(MIGRATIONS, name);
    if (name.endsWith(".sql") && name < "0012") copyFileSync(source, path.join(folder, name));
  }
  await migrate(scratch.sql, { folder });
  await migrate(scratch.sql);
  const { DATABASE_URL } = process.env;
  takeSettings({ DATABASE_URL: scratch.url });
  try {
    expect((await sitemapFile("skills.xml")).text).toContain("<urlset");
  } finally {
    takeSettings({ DATABASE_URL });
  }
});

test("the repair of old databases changes nothing when it runs again", async () => {
  await migrate(scratch.sql);
  const before = await schemaOf(scratch.sql);
  await scratch.sql`delete from schema_migrations where schema_migrations.version = '0012'`;
  expect(await migrate(scratch.sql)).toBe(1);
  expect(await schemaOf(scratch.sql)).toEqual(before);
});

/**
 * Tables, views, indexes, constraints and functions, one line each; columns by name, because their order is irrelevant.
 */
async function schemaOf(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                  a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    union all
    select format('comment %s %s %s', c.relname, o.objsubid, o.description)
    from pg_description o
    join pg_class c on c.oid = o.objoid and o.classoid = 'pg_class'::regclass
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'i')
    union all
    select format('view %s %s', c.relname, pg_get_viewdef(c.oid))
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    union all
    select format('index %s', i.indexdef)
    from pg_indexes i
    where i.schemaname = 'public'
    union all
    select format('constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k
    where k.connamespace = 'public'::regnamespace and k.conrelid <> 0
    union all
    select pg_get_functiondef(f.oid)
    from pg_proc f
    where f.pronamespace = 'public'::regnamespace`;
  return rows.map(({ line }) => line).sort();
}
