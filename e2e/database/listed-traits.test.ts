import { expect, test } from "@playwright/test";
import { database } from "@/e2e/support/fixtures";

test("the view for counts matches the view of listed versions", async () => {
  const [counted] = await database()<{ versions: number; differ: number }[]>`
    select count(*)::int as versions,
           count(*) filter (where o.version_id is null or t.version_id is null
             or o.is_selected <> t.is_selected
             or o.technologies <> t.technologies
             or (o.review_note is not null) <> t.is_reviewed
             or (o.outcomes_resolved + o.outcomes_partial + o.outcomes_failed > 0) <> t.is_reported)::int as differ
    from listed_versions o
    full join listed_traits t on t.version_id = o.version_id`;
  expect(counted?.versions).toBeGreaterThan(40);
  expect(counted?.differ).toBe(0);
});

test("the view for lists matches the selected rows of the view of listed versions", async () => {
  const [counted] = await database()<{ versions: number; differ: number }[]>`
    select count(*)::int as versions,
           count(*) filter (where o.version_id is null or t.version_id is null
             or t.skill_id <> o.skill_id
             or t.version_skill_id <> o.skill_id
             or t.slug <> o.slug
             or t.lower_title <> lower(o.title)
             or t.technologies <> o.technologies
             or t.updated_at <> o.updated_at
             or t.outcomes_score is distinct from o.outcomes_score
             or t.is_reviewed <> (o.review_note is not null)
             or t.is_reported <> (o.outcomes_resolved + o.outcomes_partial + o.outcomes_failed > 0))::int as differ
    from (select * from listed_versions where is_selected) o
    full join selected_traits t on t.version_id = o.version_id`;
  expect(counted?.versions).toBeGreaterThan(20);
  expect(counted?.differ).toBe(0);
});
