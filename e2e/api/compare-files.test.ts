import { applyPatch } from "diff";
import { type Api, expect, test } from "@/e2e/support/api";
import { publishSkill, type Skill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { connect, versionRef } from "@/e2e/support/knowledge";
import { of } from "@/e2e/support/knowledge-reading";
import { expectWithin } from "@/e2e/support/measuring";

const PNG = (end: string) => Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(end)]);

async function compared(api: Api, older: Skill, newer: Skill) {
  const caller = await connect(api);
  const answer = await caller.read(versionRef(newer), { view: "comparison", compare_version_id: older.version_id });
  return of(answer, "comparison");
}

const pageOf = async (api: Api, { skill_id, slug }: Skill, ending = "") =>
  (await api.get(`/skills/${skill_id}/${slug}/compare${ending}`, { accept: "text/html" })).text.replaceAll(
    "<!-- -->",
    "",
  );

test("two versions are compared file by file: added, removed and changed, with the difference of texts", async ({
  api,
}) => {
  const [gone, kept, changed, brought] = [word(), word(), word(), word()];
  const before = `# More\n\nThe ${changed} of old.\n`;
  const after = `# More\n\nThe ${changed} of <now>.\n`;
  const older = await publishSkill({
    files: { "references/more.md": before, "gone.txt": gone, "same.txt": kept, "assets/a.png": PNG("a") },
  });
  const newer = await publishSkill({
    of: older,
    title: older.title,
    markdown: older.markdown,
    files: { "references/more.md": after, "same.txt": kept, "assets/a.png": PNG("bc"), "scripts/run.sh": brought },
  });
  const { files, changed_fields, diff } = await compared(api, older, newer);
  expect(changed_fields).toEqual(["files"]);
  expect(diff.unified).toBe("");
  expect(files).toEqual([
    { path: "assets/a.png", change: "changed", bytes_before: 9, bytes_after: 10, diff: null },
    { path: "gone.txt", change: "removed", bytes_before: gone.length, bytes_after: null, diff: null },
    {
      path: "references/more.md",
      change: "changed",
      bytes_before: before.length,
      bytes_after: after.length,
      diff: { unified: expect.stringContaining(`\n-The ${changed} of old.\n`), lines_added: 1, lines_removed: 1 },
    },
    { path: "scripts/run.sh", change: "added", bytes_before: null, bytes_after: brought.length, diff: null },
  ]);
  expect(applyPatch(before, files[2]?.diff?.unified ?? "")).toBe(after);
  expect((await compared(api, newer, newer)).files).toEqual([]);

  const html = await pageOf(api, newer);
  expect(html).toContain(`href="/skills/${newer.skill_id}/versions/${newer.version_id}/files?path=scripts%2Frun.sh"`);
  expect(html).toContain(`href="/skills/${newer.skill_id}/versions/${older.version_id}/files?path=gone.txt"`);
  expect(html).toContain(`-The ${changed} of old.`);
  expect(html).toContain(`+The ${changed} of &lt;now&gt;.`);
  expect(html).not.toContain(kept);
  const markdown = await pageOf(api, newer, ".md");
  expect(markdown).toContain("## Files\n\n- changed: assets/a.png, 9 bytes before, 10 after\n- removed: gone.txt, ");
  expect(markdown.endsWith(`-The ${changed} of old.\n+The ${changed} of <now>.\n`)).toBe(true);
  const file = await (await fetch(`${api.base}/skills/${newer.skill_id}/compare.diff`)).text();
  expect(file).toBe(files[2]?.diff?.unified);

  await withdrawVersion(older, "It is wrong.");
  expect(await compared(api, older, newer)).toMatchObject({ files: [], diff: { withheld: true } });
  const path = `?from=${older.version_id}&to=${newer.version_id}`;
  const { text } = await api.get(`/skills/${newer.skill_id}/${newer.slug}/compare${path}`, { accept: "text/html" });
  expect(text).not.toContain("gone.txt");
});

test("a hundred rewritten files are compared within bounds, and what is too large says so", { tag: "@slow" }, async ({
  api,
}) => {
  const lines = (start: string) => Array.from({ length: 500 }, (_, n) => `${start} ${n % 7}`).join("\n");
  const filesOf = (start: string) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`references/${n}.md`, lines(`${start}${n}`)]));
  const older = await publishSkill({ files: filesOf("a") });
  const newer = await publishSkill({ of: older, title: older.title, files: filesOf("b") });
  const { files } = await compared(api, older, newer);
  expect(files).toHaveLength(100);
  const shown = files.flatMap(({ diff }) => (diff?.unified ? [diff.unified] : []));
  expect(shown.join("").split("\n").length).toBeLessThan(5_100);
  expect(shown.length).toBeGreaterThan(0);
  expect(files.at(-1)?.diff).toEqual({ unified: null, lines_added: 500, lines_removed: 500 });
  const html = await pageOf(api, newer);
  expect(html).toContain("500 lines added, 500 removed; too large to show");
  expect(html.length).toBeLessThan(2_000_000);
  await expectWithin("comparing a hundred files", 1_000, async () => {
    const start = performance.now();
    await compared(api, older, newer);
    return performance.now() - start;
  });
});
