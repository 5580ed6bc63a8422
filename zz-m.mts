import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
const FOLDER = "/work/voices/db/migrations", M = "0013_outcomes_count_once_a_reporter.sql";
const up = (f: string) => readFileSync(path.join(FOLDER, f), "utf8").split("-- migrate:down")[0] ?? "";
const a = new URL(process.env.DATABASE_URL!);
const admin = postgres(a.href, { max: 1, onnotice: () => {} });
await admin`drop database if exists migtime with (force)`; await admin`create database migtime`;
a.pathname = "/migtime";
const sql = postgres(a.href, { max: 1, onnotice: () => {} });
for (const f of readdirSync(FOLDER).filter((f) => /^\d+.*\.sql$/.test(f)).sort().filter((f) => f < M)) await sql.unsafe(up(f));
const N = 300000;
await sql.begin(async (tx) => {
  await tx`set constraints all deferred`;
  await tx`insert into skills (skill_id, slug) select 'skl_' || lpad(n::text, 22, '0'), 's' || n from generate_series(1,1000) n`;
  await tx`insert into skill_versions (version_id, skill_id, ordinal, title, description, markdown, content_sha256, change_summary, rationale, supporting_basis, first_selected_at)
   select 'skv_' || lpad(n::text, 22, '0'), 'skl_' || lpad(n::text, 22, '0'), 1, 'Made', 'Made', n::text, sha256(n::text::bytea), 'M', 'M', 'M', now_ms() from generate_series(1,1000) n`;
});
await sql`insert into threads (thread_id, title, origin, created_at) select 'thr_' || lpad(n::text, 22, '0'), 'Made', 'search', now() - make_interval(mins => n) from generate_series(1,${N}::int) n`;
await sql`insert into append_keys (key_hash, thread_id, nonce, expires_at) select sha256(n::text::bytea), 'thr_' || lpad(n::text, 22, '0'), decode(repeat('00',16),'hex'), now() + make_interval(mins => 10080 - n) from generate_series(1,${N}::int) n`;
for (const [seq, kind] of [[1, "opening"], [2, "library"], [3, "outcome"]] as const) {
  await sql`insert into messages (message_id, thread_id, sequence, kind, author_kind, body, outcome, created_at)
   select 'msg_' || lpad((n * 4 + ${seq})::text, 22, '0'), 'thr_' || lpad(n::text, 22, '0'), ${seq}, ${kind}, ${kind === "library" ? "library" : "searcher"}, 'Made', ${kind === "outcome" ? "resolved" : null}, now() - make_interval(mins => n) from generate_series(1,${N}::int) n`;
  if (seq > 1) await sql`insert into message_versions (message_id, position, skill_id, version_id) select 'msg_' || lpad((n * 4 + ${seq})::text, 22, '0'), 0, 'skl_' || lpad((n % 1000 + 1)::text, 22, '0'), 'skv_' || lpad((n % 1000 + 1)::text, 22, '0') from generate_series(1,${N}::int) n`;
}
await sql`analyze`;
const t = performance.now();
const marks: string[] = [];
await sql.begin(async (tx) => {
  for (const s of up(M).split(/;\n(?=\n|[a-z-])/)) { if (!s.trim()) continue; }
  await tx.unsafe(up(M));
});
console.log(`migration over ${N} threads, ${N} outcomes: ${((performance.now() - t) / 1000).toFixed(1)} s`);
const [v] = await sql`select count(*)::int voices, count(*) filter (where counts)::int counted from version_voices`;
const [o] = await sql`select count(*)::int offers from thread_offers`;
console.log(v, o);
// The time with locks: the same tail alone
await sql.end(); await admin`drop database migtime with (force)`; await admin.end();
