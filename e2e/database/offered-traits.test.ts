import { expect, test } from "@playwright/test";
import { database } from "@/e2e/support/cast";

test("what is counted about versions is what search may offer of them", async () => {
  const [counted] = await database()<{ versions: number; differ: number }[]>`
    select count(*)::int as versions,
           count(*) filter (where o.version_id is null or t.version_id is null
             or o.is_selected <> t.is_selected
             or o.technologies <> t.technologies
             or (o.review_note is not null) <> t.is_reviewed
             or (o.outcomes_resolved + o.outcomes_partial + o.outcomes_failed > 0) <> t.is_reported)::int as differ
    from offered_versions o
    full join offered_traits t on t.version_id = o.version_id`;
  expect(counted?.versions).toBeGreaterThan(40);
  expect(counted?.differ).toBe(0);
});
