import { expect, test } from "@playwright/test";
import type { ExportedRow } from "@/db/queries/versions";
import { importableFile } from "@/lib/domain/import/export-skills";

const row: ExportedRow = {
  skill_id: "skl_AZqT3v0kQ7yB1cD2eF3gHA",
  version_id: "skv_AZqT3v0kQ7yB1cD2eF3gHA",
  slug: "tame-it",
  title: 'Tame "it"',
  description: "How to: tame it. # Really",
  license: "MIT",
  applicability: [{ technology: "next.js", version_scheme: "semver", constraint: ">=16 <17" }],
  questions: ["Is it tame?"],
  public_references: [],
  change_summary: "First version.",
  rationale: "It was wild.",
  supporting_basis: "Tried it.",
  source_author: null,
  source_repository: "https://github.com/acme/skills",
  markdown: "# Tame it\n\nTurn it.\n\n",
  is_selected: true,
};

test("an exported file has the values as JSON, none for what is unknown, and its text to the last byte", () => {
  expect(importableFile(row)).toBe(`---
name: tame-it
description: "How to: tame it. # Really"
license: "MIT"
metadata:
  title: "Tame \\"it\\""
  repository: "https://github.com/acme/skills"
  applicability: [{"technology":"next.js","version_scheme":"semver","constraint":">=16 <17"}]
  questions: ["Is it tame?"]
  references: []
  change_summary: "First version."
  rationale: "It was wild."
  supporting_basis: "Tried it."
---
# Tame it

Turn it.

`);
  expect(importableFile({ ...row, license: null })).not.toContain("license");
});
