import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@/e2e/support/api";
import { connect } from "@/e2e/support/knowledge";
import { creation, submitted } from "@/e2e/support/submitting";
import { submitSkill } from "@/lib/contract/knowledge/submissions";
import { getSkillVersion } from "@/lib/contract/public/skills";

test("references of a submission are never fetched, and no page links into a private network", async ({ api }) => {
  let fetched = 0;
  const canary = createServer((_, response) => {
    fetched += 1;
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  const here = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/canary`;
  try {
    const author = await connect(api);
    const public_references = [here, "https://example.com/docs"];
    const { ref, canonical_url } = Object((await submitted(author, creation({ public_references }))).result);
    const { data } = await api.ok(getSkillVersion, { skill_id: ref.skill_id, version_id: ref.version_id });
    expect(data).toMatchObject({ public_references });
    const { text } = await api.get(new URL(canonical_url).pathname);
    expect(text).toContain('href="https://example.com/docs"');
    expect(text).toContain(here);
    expect(text).not.toContain(`href="${here}"`);
    expect(fetched).toBe(0);
  } finally {
    canary.close();
  }
});

test("references must be absolute web addresses without credentials", async ({ api }) => {
  const caller = await connect(api);
  const public_references = [
    "https://example.com/",
    "https://u:p@example.com/",
    "ftp://example.com/",
    "//example.com/",
    "/docs",
  ];
  const problem = await caller.refused(submitSkill, "validation_failed", creation({ public_references }));
  expect(problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(
    [1, 2, 3, 4].map((i) => `/public_references/${i} invalid_format`),
  );
});
