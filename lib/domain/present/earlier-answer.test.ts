import { expect, test } from "@playwright/test";
import type { Strength } from "@/lib/contract/search-answer";
import { judgedLater } from "@/lib/domain/present/earlier-answer";

test("an answer of an earlier release gets strengths and a reason that agree with its status", () => {
  const stored = JSON.parse('[{"version_id":"a"},{"version_id":"b"}]') as Array<{ strength: Strength }>;
  const strengths = (status: "answered" | "open") =>
    judgedLater(status, stored).results.map(({ strength }) => strength);
  expect(strengths("answered")).toEqual(["strong", "fair"]);
  expect(strengths("open")).toEqual(["fair", "fair"]);
  expect(judgedLater("answered", stored).nothing_fits).toBeNull();
  expect(judgedLater("open", stored).nothing_fits).toMatchObject({ reason: "no_match" });
});
