import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import postgres from "postgres";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const FOLDER = path.join(PROJECT_ROOT, "db/migrations");
const MIGRATION = "0013_outcomes_count_once_a_reporter.sql";

/** The statements of a migration that lead to the newer schema. */
function up(file: string): string {
  return readFileSync(path.join(FOLDER, file), "utf8").split("-- migrate:down")[0] ?? "";
}

test("older outcomes are counted from the data stored with them", async () => {
  const name = `scratch_${randomBytes(6).toString("hex")}`;
  const address = new URL(env().DATABASE_URL ?? "");
  const admin = postgres(address.href, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  address.pathname = `/${name}`;
  const sql = postgres(address.href, { max: 1, onnotice: () => {} });
  try {
    const files = readdirSync(FOLDER).filter((file) => /^\d+.*\.sql$/.test(file));
    for (const file of files.sort().filter((file) => file < MIGRATION)) await sql.unsafe(up(file));
    const old = await oldData(sql);
    await sql.begin((tx) => tx.unsafe(up(MIGRATION)));
    const rows = await sql`
      select version_id, resolved, partial, failed, connections, anonymous, sources, score, good > 0 as has_good, bad > 0 as has_bad
      from version_outcomes
      order by version_id`;
    expect(Object.fromEntries(rows.map(({ version_id, ...row }) => [version_id, row]))).toEqual({
      // The newer outcome of the first day, the only visible one of the second, and a connection's.
      [old.offered]: {
        ...{ resolved: 1, partial: 1, failed: 1, connections: 1, anonymous: 2, sources: 2 },
        ...{ score: null, has_good: true, has_bad: true },
      },
      [old.never]: {
        ...{ resolved: 0, partial: 0, failed: 0, connections: 0, anonymous: 0, sources: 0 },
        ...{ score: null, has_good: false, has_bad: false },
      },
    });
    const offers = await sql`select thread_id from thread_offers order by thread_id`;
    expect(offers.map(({ thread_id }) => thread_id)).toEqual([...old.live].sort());
    // New outcomes are added to these.
    const [shown] = await sql`select count(*)::int as versions from public_versions where outcomes_anonymous = 2`;
    expect(shown?.versions).toBe(1);
  } finally {
    await sql.end();
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  }
});

/** Threads in their old format: without a network and without the results of their search. */
async function oldData(sql: postgres.Sql) {
  const skill_id = newId("skl");
  const [offered, never] = [newId("skv"), newId("skv")];
  const connection_id = newId("con");
  await sql.begin(async (tx) => {
    await tx`set constraints all deferred`;
    await tx`insert into skills (skill_id, slug, selected_version_id, selection_revision) values (${skill_id}, 'made', ${offered}, 1)`;
    await tx`
      insert into skill_versions (version_id, skill_id, ordinal, title, description, markdown, content_sha256, change_summary,
                                  rationale, supporting_basis, first_selected_at)
      select made.id, ${skill_id}, made.n, 'Made', 'Made', made.id, sha256(made.id::bytea), 'Made.', 'A test.', 'None.', now_ms()
      from unnest(${[offered, never]}::text[]) with ordinality as made (id, n)`;
  });
  await sql`
    insert into connections (connection_id, name, token_hash, created_at)
    values (${connection_id}, 'Made', sha256('made'), now_ms() - interval '9 days')`;
  await sql`
    insert into version_outcomes (version_id, resolved, score) values (${offered}, 12, 0.8), (${never}, 15, 0.829)`;

  const say = async (
    thread_id: string,
    sequence: number,
    kind: string,
    version_id: string,
    said: { outcome?: string; at: string; hidden?: boolean },
  ) => {
    const message_id = newId("msg");
    await sql`
      insert into messages (message_id, thread_id, sequence, kind, author_kind, body, outcome, hidden_at, created_at)
      values (${message_id}, ${thread_id}, ${sequence}, ${kind}, ${kind === "library" ? "library" : "searcher"}, 'Made',
              ${said.outcome ?? null}, ${said.hidden ? said.at : null}, ${said.at})`;
    await sql`
      insert into message_versions (message_id, position, skill_id, version_id) values (${message_id}, 0, ${skill_id}, ${version_id})`;
  };
  const open = async (at: string, by: string | null, key: "live" | "expired" | "none") => {
    const thread_id = newId("thr");
    await sql`
      insert into threads (thread_id, title, origin, opened_by_connection_id, created_at)
      values (${thread_id}, 'Made', 'search', ${by}, ${at})`;
    if (key !== "none")
      await sql`
        insert into append_keys (key_hash, thread_id, nonce, expires_at)
        values (${randomBytes(32)}, ${thread_id}, ${randomBytes(16)}, now() + ${key === "live" ? "1 day" : "-1 day"}::interval)`;
    await say(thread_id, 2, "library", offered, { at });
    return thread_id;
  };

  const first = await open("2026-11-20T01:00:00Z", null, "expired");
  await say(first, 3, "outcome", offered, { outcome: "resolved", at: "2026-11-20T02:00:00Z" });
  await say(first, 4, "outcome", never, { outcome: "resolved", at: "2026-11-20T02:00:00Z" });
  const same_day = await open("2026-11-20T05:00:00Z", null, "expired");
  await say(same_day, 3, "outcome", offered, { outcome: "failed", at: "2026-11-20T06:00:00Z" });
  const next_day = await open("2026-11-21T01:00:00Z", null, "live");
  await say(next_day, 3, "outcome", offered, { outcome: "partial", at: "2026-11-21T02:00:00Z" });
  await say(next_day, 4, "outcome", offered, { outcome: "failed", at: "2026-11-21T03:00:00Z", hidden: true });
  const task = await open("2026-11-21T01:00:00Z", connection_id, "none");
  await say(task, 3, "outcome", offered, { outcome: "resolved", at: "2026-11-21T02:00:00Z" });
  return { offered, never, live: [next_day, task] };
}
