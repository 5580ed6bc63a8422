import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { migrate } from "@/db/migrate";
import { env } from "@/lib/platform/env";

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
