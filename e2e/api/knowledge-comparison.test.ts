import { applyPatch } from "diff";
import { expect, test } from "@/e2e/support/api";
import { publishSkill } from "@/e2e/support/fixtures";
import { connect, conversation, nothing, skillRef, versionRef } from "@/e2e/support/knowledge";
import { of, SKILL_VIEWS, scene } from "@/e2e/support/knowledge-reading";
import { read } from "@/lib/contract/knowledge/reading";

test.describe("comparison", () => {
  test("goes from the older to the newer version in either order of names, and its diff applies", async ({ api }) => {
    const { caller, first, second } = await scene(api);
    const answers = await Promise.all([
      caller.read(skillRef(second), { view: "comparison", compare_version_id: first.version_id }),
      caller.read(versionRef(second), { view: "comparison", compare_version_id: first.version_id }),
      caller.read(versionRef(first), { view: "comparison", compare_version_id: second.version_id }),
    ]);
    for (const answer of answers) {
      const { from, to, changed_fields, applicability, diff } = of(answer, "comparison");
      expect([from.version_id, to.version_id]).toEqual([first.version_id, second.version_id]);
      expect([...changed_fields].sort()).toEqual(["applicability", "markdown", "title"]);
      expect(applicability).toEqual({
        added: [{ technology: "next.js", version_scheme: "semver", constraint: ">=15 <16" }],
        removed: [{ technology: "next.js", version_scheme: "semver", constraint: ">=14 <15" }],
      });
      expect(applyPatch(first.markdown, diff.unified)).toBe(second.markdown);
      const lines = diff.unified.split("\n").slice(3);
      expect([diff.lines_added, diff.lines_removed]).toEqual([
        lines.filter((line) => line.startsWith("+")).length,
        lines.filter((line) => line.startsWith("-")).length,
      ]);
      expect(diff.withheld).toBe(false);
    }
  });

  const texts: Array<[what: string, older: string, newer: string]> = [
    ["other line endings", "one\r\ntwo\r\nthree", "one\ntwo\nthree\n"],
    [
      "lines that look like a diff",
      "--- a\n+++ b\n@@ -1 +1 @@\n",
      "+++ a\n--- b\n@@ -1 +1 @@\n\\ No newline at end of file",
    ],
    ["a complete rewrite", "old\n".repeat(300), "new\n".repeat(200)],
    ["a text without a final newline", "one", "two"],
    ["characters outside the BMP", "𝒳\n語\n", "𝒳\n言\n"],
  ];
  for (const [what, older, newer] of texts)
    test(`returns an applicable diff for ${what}`, async ({ api }) => {
      const caller = await connect(api);
      const first = await publishSkill({ markdown: older });
      const second = await publishSkill({ of: first, title: first.title, markdown: newer });
      const answer = await caller.read(versionRef(second), {
        view: "comparison",
        compare_version_id: first.version_id,
      });
      const { diff, changed_fields } = of(answer, "comparison");
      expect(applyPatch(older, diff.unified, { autoConvertLineEndings: false })).toBe(newer);
      expect(changed_fields).toEqual(["markdown"]);
    });

  test("of a version with itself or an identical version is empty", async ({ api }) => {
    const { caller, second } = await scene(api);
    const same = { view: "comparison", compare_version_id: second.version_id };
    expect(of(await caller.read(skillRef(second), same), "comparison")).toMatchObject({
      changed_fields: [],
      applicability: { added: [], removed: [] },
      diff: { unified: "", lines_added: 0, lines_removed: 0, withheld: false },
    });
  });

  test("requires a second version, which every other view refuses", async ({ api }) => {
    const { caller, first, second, thread_id } = await scene(api);
    const missing = await caller.refused(read, "validation_failed", { ref: skillRef(second), view: "comparison" });
    expect(missing.errors).toMatchObject([{ pointer: "/compare_version_id", code: "required" }]);
    const compare_version_id = first.version_id;
    for (const view of [undefined, ...SKILL_VIEWS.filter((one) => one !== "comparison")]) {
      const problem = await caller.refused(read, "validation_failed", {
        ref: versionRef(second),
        view,
        compare_version_id,
      });
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/compare_version_id"]);
    }
    await caller.refused(read, "validation_failed", { ref: conversation(thread_id), compare_version_id });
  });

  test("without a second version, or with a version of another skill, is unknown_reference", async ({ api }) => {
    const { caller, second } = await scene(api);
    const other = await publishSkill();
    for (const compare_version_id of [nothing.version_id, other.version_id]) {
      const input = { ref: skillRef(second), view: "comparison", compare_version_id };
      const problem = await caller.refused(read, "unknown_reference", input);
      expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(["/compare_version_id"]);
    }
  });
});
