import { expect, test } from "@playwright/test";
import type { SkillFileRow } from "@/db/queries/skill-files";
import { skillFile, versionFile } from "@/lib/domain/present/skill-file";
import { env } from "@/lib/platform/env";

const row: SkillFileRow = {
  skill_id: "skl_AZqT3v0kQ7yB1cD2eF3gHA",
  version_id: "skv_AZqT3v0kQ7yB1cD2eF3gHA",
  slug: "tame-it",
  title: 'Tame "it"',
  description: "How to: tame it. # Really",
  license: "MIT",
  applicability: [{ technology: "next.js", version_scheme: "semver", constraint: ">=16 <17" }],
  markdown: "# Tame it\n\nTurn it.\n\n",
  review_version_checked: null,
  review_note: null,
  review_reviewed_at: null,
  review_reviewer: null,
  review_reviewer_connection_id: null,
  quarantined_at: null,
  quarantine_reasons: [],
  files: [],
};

const reviewed: SkillFileRow = {
  ...row,
  review_version_checked: "16.4.6",
  review_note: "Ran it.",
  review_reviewed_at: new Date("2026-11-21T09:30:00.000Z"),
  review_reviewer: "Maintainer",
};

test("the file of a version never changes: lock files contain its digest", () => {
  const { BASE_URL } = env();
  expect(versionFile(row)).toBe(`---
name: tame-it
description: "How to: tame it. # Really"
license: "MIT"
metadata:
  title: "Tame \\"it\\""
  skill_id: "skl_AZqT3v0kQ7yB1cD2eF3gHA"
  version_id: "skv_AZqT3v0kQ7yB1cD2eF3gHA"
  version_url: "${BASE_URL}/skills/skl_AZqT3v0kQ7yB1cD2eF3gHA/versions/skv_AZqT3v0kQ7yB1cD2eF3gHA"
  applicability: "next.js >=16 <17 (semver)"
  update_url: "${BASE_URL}/skills/skl_AZqT3v0kQ7yB1cD2eF3gHA/versions/skv_AZqT3v0kQ7yB1cD2eF3gHA/update/SKILL.md"
  review_and_outcomes: "${BASE_URL}/api/v1/skills/skl_AZqT3v0kQ7yB1cD2eF3gHA/versions/skv_AZqT3v0kQ7yB1cD2eF3gHA"
  report: "${BASE_URL}/report?skill_id=skl_AZqT3v0kQ7yB1cD2eF3gHA&version_id=skv_AZqT3v0kQ7yB1cD2eF3gHA"
---

# Tame it

Turn it.
`);
});

test("every file says where to report it", () => {
  const line = `  report: "${env().BASE_URL}/report?skill_id=skl_AZqT3v0kQ7yB1cD2eF3gHA&version_id=skv_AZqT3v0kQ7yB1cD2eF3gHA"\n`;
  expect(skillFile(row)).toContain(line);
});

test("a review changes the skill's file and not the version's", () => {
  expect(versionFile(reviewed)).toBe(versionFile(row));
  expect(skillFile(reviewed)).toContain('review: "Checked against 16.4.6 by Maintainer: Ran it."');
  expect(skillFile(row)).toContain('review: "No verification is recorded for this version."');
});
