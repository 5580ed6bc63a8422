import { z } from "zod";
import { expect, test } from "@/e2e/support/api";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { semver } from "@/e2e/support/knowledge-reading";
import { Agent, eras } from "@/e2e/support/mcp";

const Suggested = z.looseObject({ dependencies: z.array(z.looseObject({})), none: z.array(z.string()) });

for (const era of eras)
  test(`suggest_skills answers every caller with what fits a project, in ${JSON.stringify(era)}`, async ({ api }) => {
    const [one, two, none] = [word(), word(), word()];
    const fits = await publishSkill({ applicability: [semver(one, "^2.0.0")] });
    await publishSkill({ applicability: [semver(two, "^9.0.0")] });
    const technologies = [
      { technology: one, version: "2.1.0" },
      { technology: two, version: "1.0.0" },
      { technology: none },
    ];
    for (const headers of [{}, (await connect(api)).headers]) {
      const agent = await Agent.connect(api, era, headers);
      expect((await agent.client.listTools()).tools.map(({ name }) => name)).toContain("suggest_skills");
      expect(await agent.ok("suggest_skills", { technologies }, Suggested)).toMatchObject({
        dependencies: [
          {
            technology: one,
            version: "2.1.0",
            other_versions: 0,
            skills: [{ skill_id: fits.skill_id, version_id: fits.version_id, verdict: "compatible", review: "none" }],
          },
          { technology: two, other_versions: 1, skills: [] },
        ],
        none: [none],
      });
      const held = { skill_id: fits.skill_id, version_id: fits.version_id };
      await agent.ok("search_skills", { query: `Turn ${one}`, loaded_versions: [held] }, z.looseObject({}));
      await agent.refused("suggest_skills", "validation_failed", {
        technologies: Array(201).fill({ technology: one }),
      });
      await agent.close();
    }
  });
