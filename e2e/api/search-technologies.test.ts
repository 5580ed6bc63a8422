import { type Api, expect, test } from "@/e2e/support/api";
import { indexed, publishSkill, word } from "@/e2e/support/fixtures";
import { searchPost } from "@/lib/contract/public/search";

/** A technology that no text of the library mentions. */
const TECHNOLOGY = "ZooKeeper";
const applicability = [{ technology: "zookeeper", version_scheme: "semver" as const, constraint: ">=3" }];

test("a search that names a technology is answered only by skills for it, even if their text does not mention it", async ({
  api,
}) => {
  const title = () => `Tame ${word()} ${word()} ${word()} ${word()}`;
  const [own, foreign] = [
    await publishSkill({ title: title(), applicability }),
    await publishSkill({ title: title() }),
  ];
  await indexed(own.skill_id, foreign.skill_id);
  expect(await answerTo(api, foreign.title)).toMatchObject({ first: foreign.skill_id, answered: true });
  expect(await answerTo(api, `${own.title} in ${TECHNOLOGY}`)).toMatchObject({ first: own.skill_id, answered: true });
  expect(await answerTo(api, `${foreign.title} in ${TECHNOLOGY}`)).toMatchObject({
    first: foreign.skill_id,
    answered: false,
  });
});

async function answerTo(api: Api, q: string) {
  const { data } = await api.ok(searchPost, { q, preview: true });
  return { first: data.results[0]?.skill_id, answered: data.status === "answered" };
}
