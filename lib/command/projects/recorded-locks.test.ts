import path from "node:path";
import { expect, test } from "@playwright/test";
import { lockProjects } from "@/e2e/samples/rows";
import { makeProject } from "@/e2e/support/made-project";
import { readProject } from "@/lib/command/projects/project";

test("there are two projects each of six ecosystems", () => {
  expect(lockProjects).toHaveLength(12);
});

for (const { project, tool, below = "", lock, upgraded, others = {}, kept = [], before, after } of lockProjects)
  test(`the locked versions of ${project} (${tool}) are read before and after an upgrade`, () => {
    const made = makeProject(before);
    const { technology, from, to } = upgraded;
    const read = () => {
      const { technologies, warnings } = readProject(path.join(made.folder, below));
      expect(warnings).toEqual([]);
      const sent = technologies.filter(({ withheld }) => withheld === undefined);
      const stay = technologies.filter((one) => !sent.includes(one)).map((one) => one.technology);
      expect(stay.sort()).toEqual(kept);
      expect(sent.find((one) => one.technology === technology)).toMatchObject({ exact: true, source: lock });
      return Object.fromEntries(sent.map((one) => [one.technology, one.version]));
    };
    try {
      expect(read()).toEqual({ ...others, [technology]: from });
      for (const [file, text] of Object.entries(after)) made.put(file, text);
      expect(read()).toEqual({ ...others, [technology]: to });
    } finally {
      made.remove();
    }
  });
