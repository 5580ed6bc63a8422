import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { backedTables } from "@/db/backup/format";
import { restoreBackup } from "@/db/backup/restore-backup";
import { writeBackup } from "@/db/backup/write-backup";
import { filesOfVersion } from "@/db/queries/files";
import { exactLog } from "@/db/queries/publish-log";
import { beginRun, endRun, insertSource, lastReport, ownSkill, sourceById } from "@/db/queries/sources";
import { storeNewest } from "@/db/queries/technologies";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { CHAIN_START, verifyLog } from "@/lib/domain/publish-log/publish-log";
import { type Publication, publishVersion } from "@/lib/domain/publishing/publish-version";
import { folderAddress } from "@/lib/domain/sources/address";
import { newId } from "@/lib/platform/ids";
import { RULES_VERSION } from "@/lib/text/safety/finding";

/** Characters that COPY escapes, that a line reader may split at, and that take three or four bytes in UTF-8. */
const HOSTILE = "tab\tline\nreturn\rback\\slash \\. \u2028 é 漢 😀 \\N";

const THREAD = "thr_AAAAAAAAAAAAAAAAAAAAAA";
const MESSAGE = "msg_AAAAAAAAAAAAAAAAAAAAAA";
const SKILL: Publication = {
  skill: { kind: "new", slug_from: "Back up a database", source_path: null },
  base_version_id: null,
  content: {
    title: "Back up a database",
    description: "Use when rows must outlive the disk they are on.",
    markdown: HOSTILE,
    applicability: [{ technology: "PostgreSQL", version_scheme: "semver", constraint: ">=14" }],
    public_references: [],
    questions: [],
    change_summary: "First version.",
    rationale: "Disks break.",
    supporting_basis: "Own runs.",
    license: "MIT",
  },
  risk_labels: [],
  rules_version: RULES_VERSION,
  author_connection_id: null,
  select: true,
};

let folder: string;
let from: ScratchDatabase;
let to: ScratchDatabase;

test.beforeEach(async () => {
  folder = mkdtempSync(path.join(process.env.CAIRN_TEST_DIR ?? tmpdir(), "backup-"));
  [from, to] = await Promise.all([makeScratchDatabase(), makeScratchDatabase()]);
});
test.afterEach(async () => {
  await Promise.all([from.drop(), to.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

test("a restored database has the same rows and an unbroken publish log", async () => {
  await fill(from);
  // The index has read everything, so the restored database inherits no waiting entries.
  await from.sql`delete from index_dirty`;
  const file = path.join(folder, "all.cairn.gz");
  const counts = await writeBackup(file, { url: from.url });
  expect(statSync(file).mode & 0o077, "others may read it").toBe(0);
  const restored = await restoreBackup(to.sql, file);
  expect(restored.rows).toEqual(counts);
  for (const { table, columns } of await backedTables(from.sql)) {
    // The restore marks all entries for the index again.
    if (table === "index_dirty") continue;
    const of = ({ sql }: ScratchDatabase) =>
      sql`select md5(string_agg(t::text, '|' order by t::text)) as digest from (select ${sql(columns)} from ${sql(table)}) t`;
    expect([...(await of(to))], table).toEqual([...(await of(from))]);
  }
  const log = await exactLog(to.sql, { after: "0", limit: 10_000 });
  expect(verifyLog(log, CHAIN_START).ok).toBe(true);
  const [waiting] = await to.sql`select (select count(*) from index_dirty) = (select count(*) from skills) as all`;
  expect(waiting).toEqual({ all: true });
});

const BEFORE =
  /^The backup was made before 0\.1\.0, and its data is not carried over: restore it with the release that wrote it, [^\n]* `npm run export -- FOLDER`[^\n]*$/;

test("files of versions, their origins, sources and known releases are restored as they were", async () => {
  const source_id = newId("src");
  const files = [
    {
      path: "assets/dot.png",
      bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255, 10, 13, 92]),
    },
    { path: "references/more.md", bytes: Buffer.from(HOSTILE) },
  ];
  const version = await from.sql.begin(async (tx) => {
    await insertSource(tx, { source_id, ...folderAddress("/srv/skills", "skills") });
    const { skill_id, version_id } = await publishVersion(tx, {
      ...SKILL,
      content: { ...SKILL.content, files },
      came_from: {
        ...{
          source_id,
          kind: "folder",
          address: "folder:skills",
          path: HOSTILE,
          release: null,
          commit: null,
          tree: null,
        },
        ...{ license: "MIT", release_state: "published", is_whole: true, requires: ["folder:skills/other"] },
        text_sha256: Buffer.from([0, 1, 92, 255]),
      },
    });
    await ownSkill(tx, skill_id, source_id);
    return { skill_id, version_id };
  });
  const number = (await beginRun(from.sql, source_id)) ?? 0;
  const line = { path: HOSTILE, result: "new" as const, reason: null, ...version };
  const counts = { found: 1, new: 1, unchanged: 0, refused: 0 };
  await endRun(from.sql, source_id, number, {
    ...{ state: "succeeded", report: [line], problem: null, counts, again_in_seconds: 60 },
  });
  await storeNewest(from.sql, { technology: "postgresql", version: "18.1", released_at: new Date(), address: "test" });
  const file = path.join(folder, "sources.cairn.gz");
  const written = await writeBackup(file, { url: from.url });
  await restoreBackup(to.sql, file);
  expect(await filesOfVersion(to.sql, version.version_id)).toEqual(files);
  expect(await sourceById(to.sql, source_id)).toEqual(await sourceById(from.sql, source_id));
  expect(await lastReport(to.sql, source_id)).toEqual(await lastReport(from.sql, source_id));
  for (const table of ["version_files", "version_origins", "sources", "source_runs", "technology_releases"]) {
    expect(written[table], table).toBeGreaterThan(0);
    const rows = ({ sql }: ScratchDatabase) => sql`select t.* from ${sql(table)} t order by t::text`;
    expect([...(await rows(to))], table).toEqual([...(await rows(from))]);
  }
});

test("a restore is all or nothing if the backup or the database has any error", async () => {
  await fill(from);
  const file = path.join(folder, "good.gz");
  await writeBackup(file, { url: from.url });
  const lines = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
  const damaged = (name: string, bytes: Buffer) => {
    writeFileSync(path.join(folder, name), bytes);
    return path.join(folder, name);
  };
  const cases: [string, RegExp][] = [
    [damaged("cut.gz", gzipSync(lines.slice(0, -20).join("\n"))), /cut off/],
    [damaged("half.gz", readFileSync(file).subarray(0, statSync(file).size / 2)), /damaged|cut off/],
    [damaged("text.gz", Buffer.from("not a backup")), /not a backup/],
    [damaged("other.gz", gzipSync('{"format":"other/1"}\n')), /not a backup/],
    [damaged("before.gz", gzipSync(lines.join("\n").replace("cairn-backup/2", "cairn-backup/1"))), BEFORE],
    [damaged("later.gz", gzipSync(lines.join("\n").replace('"0001"', '"9999"'))), /schema/],
    [
      damaged("row.gz", gzipSync(lines.filter((line) => !line.startsWith("msg_")).join("\n"))),
      /has not the rows|violates/,
    ],
  ];
  for (const [bad, reason] of cases) {
    await expect(restoreBackup(to.sql, bad), bad).rejects.toThrow(reason);
    const [left] =
      await to.sql`select (select count(*)::int from skills) as skills, (select count(*)::int from publish_log_head) as heads`;
    expect(left, bad).toEqual({ skills: 0, heads: 1 });
  }
  await expect(restoreBackup(from.sql, file)).rejects.toThrow("This database is not empty");
  expect(existsSync(`${file}.part`)).toBe(false);
});

/** A skill, and a thread whose message contains every ambiguous character. */
async function fill({ sql }: ScratchDatabase): Promise<void> {
  await sql.begin((tx) => publishVersion(tx, SKILL));
  await sql`
    insert into threads (thread_id, title)
    values (${THREAD}, ${HOSTILE})`;
  await sql`
    insert into messages (message_id, thread_id, sequence, kind, author_kind, body, created_at)
    values (${MESSAGE}, ${THREAD}, 1, 'opening', 'searcher', ${HOSTILE}, now_ms())`;
  await sql`select append_publish_log('hide', ${MESSAGE}, ${sql.json({ reason: HOSTILE })})`;
}
