import { completable, type GetPromptResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { SkillId } from "@/lib/contract/primitives";
import { searchPost } from "@/lib/contract/public/search";
import { readFittingVersion } from "@/lib/domain/skills/read-fitting-version";
import { Problem } from "@/lib/platform/errors";
import { THIRD_PARTY_NOTICE } from "@/lib/server/mcp/present-answer";
import { skillRowAt, skillTextAt, slugOf, slugsFor } from "@/lib/server/mcp/skill-source";
import { parseSkillUri, skillUri } from "@/lib/server/mcp/skill-uri";

export const ApplySkill = z.strictObject({
  skill: completable(
    z.string().min(1).max(200).meta({ description: "A slug, a skill_id, or a skill:// URI." }),
    (value) => slugsFor(value),
  ),
  task: z.string().min(1).max(4_000).meta({ description: "What the user wants done." }),
  technology: searchPost.input.shape.technology,
  version: searchPost.input.shape.version,
});

/**
 * The prompt that combines a skill with a task: with a technology and version, the version of the skill that fits them.
 * Throws `not_found`.
 */
export async function applySkill(given: z.output<typeof ApplySkill>): Promise<GetPromptResult> {
  const { skill, task, technology, version } = given;
  const slug = SkillId.safeParse(skill).success ? await slugOf(skill) : skill;
  const named = parseSkillUri(skill) ?? (slug ? parseSkillUri(skillUri({ slug, version_id: null })) : null);
  const row = named && (await skillRowAt(named));
  if (!row) throw new Problem("not_found", { detail: "No skill has this name." });
  const { version: fitting, fit } = await readFittingVersion(
    { skill_id: row.skill_id, version_id: named.version_id ?? undefined },
    { technology, version },
  );
  const place = { slug: named.slug, version_id: fit ? fitting.version_id : named.version_id };
  const text = await skillTextAt(place);
  if (text === null) throw new Problem("not_found", { detail: "No skill has this name." });
  const ask = [
    `Task: ${task}`,
    ...(fit ? [fit.note] : []),
    "Use the skill that follows where it fits.",
    THIRD_PARTY_NOTICE,
    "Say which of its steps you took and what you checked. Report an outcome to Cairn only after I confirmed it.",
  ].join("\n");
  return {
    description: `Apply ${place.slug} to a task.`,
    messages: [
      { role: "user", content: { type: "text", text: ask } },
      {
        role: "user",
        content: { type: "resource", resource: { uri: skillUri(place), mimeType: "text/markdown", text } },
      },
    ],
  };
}
