import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import type postgres from "postgres";
import { dedicatedConnection } from "@/db/client";
import { exactLog, getLogCheckpoint } from "@/db/queries/publish-log";
import { CHAIN_START, verifyLog } from "@/lib/domain/publish-log/publish-log";
import { type Publication, type Published, publishVersion } from "@/lib/domain/publishing/publish-version";
import { RULES_VERSION } from "@/lib/text/safety/finding";

let sql: postgres.Sql;

test.beforeAll(() => {
  sql = dedicatedConnection({ max: 10 });
});
test.afterAll(() => sql.end());

function publication(more: Partial<Publication> = {}): Publication {
  const mark = randomBytes(6).toString("hex");
  return {
    skill: { kind: "new", slug_from: `Flaky Playwright test ${mark}`, source_path: null },
    base_version_id: null,
    content: {
      title: "Find out why a Playwright test is flaky",
      description: "Use when a test fails now and then.",
      markdown: `Text ${mark}`,
      applicability: [{ technology: "Playwright", version_scheme: "semver", constraint: ">=1.40" }],
      public_references: ["https://playwright.dev/docs/test-retries"],
      questions: [],
      change_summary: "First version.",
      rationale: "Flaky tests cost time.",
      supporting_basis: "Own runs.",
      license: "MIT",
    },
    risk_labels: [],
    rules_version: RULES_VERSION,
    author_connection_id: null,
    select: true,
    ...more,
  };
}

async function publish(given: Publication): Promise<Published> {
  let published: Published | undefined;
  await sql.begin(async (tx) => {
    published = await publishVersion(tx, given);
  });
  if (!published) throw new Error("Nothing was published.");
  return published;
}

const next = ({ skill_id, version_id }: Published, more: Partial<Publication> = {}) =>
  publication({ skill: { kind: "existing", skill_id }, base_version_id: version_id, ...more });

test("a first version creates its skill, is selected and marks the skill for the index in one transaction", async () => {
  await sql
    .begin(async (tx) => {
      const { skill_id, version_id, slug, ordinal, selection_revision } = await publishVersion(tx, publication());
      expect({ ordinal, selection_revision }).toEqual({ ordinal: "1", selection_revision: "1" });
      expect(slug).toMatch(/^flaky-playwright-test-[0-9a-f]{12}$/);
      const [row] = await tx<{ is_selected: boolean; technologies: string[] }[]>`
      select o.is_selected, o.technologies from listed_versions o where o.version_id = ${version_id}`;
      expect(row).toEqual({ is_selected: true, technologies: ["playwright"] });
      expect(await tx`select d.entity_id from index_dirty d where d.entity_id = ${skill_id}`).toHaveLength(1);
      throw new Error("roll back");
    })
    .catch((error: Error) => expect(error.message).toBe("roll back"));
});

test("a candidate is readable by its id and not listed", async () => {
  const first = await publish(publication());
  const candidate = await publish(next(first, { select: false }));
  expect(candidate).toMatchObject({ ordinal: "2", selection_revision: "1" });
  const readable = await sql`select p.version_id from public_versions p where p.version_id = ${candidate.version_id}`;
  const offered = await sql`select o.version_id from listed_versions o where o.version_id = ${candidate.version_id}`;
  expect([readable.length, offered.length]).toEqual([1, 0]);
});

test("twenty parallel writers number the versions without gaps", async () => {
  const first = await publish(publication());
  const all = await Promise.all(Array.from({ length: 20 }, () => publish(next(first))));
  expect(all.map(({ ordinal }) => Number(ordinal)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 2),
  );
  expect(new Set(all.map(({ selection_revision }) => selection_revision)).size).toBe(20);
});

test("of ten writers with the same selection revision one wins, and the others get the current one", async () => {
  const first = await publish(publication());
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () => publish(next(first, { observed_selection_revision: "1" }))),
  );
  const won = attempts.filter((attempt) => attempt.status === "fulfilled");
  expect(won).toHaveLength(1);
  for (const attempt of attempts) {
    if (attempt.status === "rejected") {
      expect(attempt.reason).toMatchObject({
        code: "selection_revision_conflict",
        options: { extra: { current_selection_revision: "2", current_version_id: won[0]?.value.version_id } },
      });
    }
  }
  const versions = await sql`select v.version_id from skill_versions v where v.skill_id = ${first.skill_id}`;
  expect(versions).toHaveLength(2);
});

test("a version of an unknown skill is not_found", async () => {
  const nowhere = publication({ skill: { kind: "existing", skill_id: "skl_AZqT3v0kQ7yB1cD2eF3gHA" } });
  await expect(publish(nowhere)).rejects.toMatchObject({ code: "not_found" });
});

test("a base version of another skill is refused, and nothing is stored", async () => {
  const [first, other] = await Promise.all([publish(publication()), publish(publication())]);
  await expect(publish(next(first, { base_version_id: other.version_id }))).rejects.toThrow(/foreign key/);
  const [row] = await sql<
    { last_ordinal: string }[]
  >`select s.last_ordinal from skills s where s.skill_id = ${first.skill_id}`;
  expect(row?.last_ordinal).toBe("1");
});

test("every version and selection is in the publish log, and the chain stays valid under parallel writers", async () => {
  const { sequence: before } = await getLogCheckpoint(sql);
  const made = await Promise.all(Array.from({ length: 8 }, () => publish(publication())));
  const rows = await exactLog(sql, { after: before, limit: 1_000 });
  for (const { skill_id, version_id } of made) {
    const kinds = rows.filter((row) => row.subject === version_id || row.subject === skill_id).map((row) => row.kind);
    expect(kinds).toEqual(["version", "selection"]);
  }
  let end = CHAIN_START;
  for (;;) {
    const batch = await exactLog(sql, { after: end.sequence, limit: 5_000 });
    const verdict = verifyLog(batch, end);
    if (!verdict.ok) throw new Error(`${verdict.sequence}: ${verdict.reason}`);
    end = verdict.end;
    if (batch.length < 5_000) break;
  }
  expect(BigInt(end.sequence)).toBeGreaterThan(BigInt(before));
});
