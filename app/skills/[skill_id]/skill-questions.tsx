import { load } from "@/app/load";
import { Questions } from "@/components/skills/questions";
import { type Reader, withReader } from "@/components/skills/with-reader";
import { listSkillQuestions } from "@/lib/domain/threads/skill-questions";

/** The questions about a skill on its page; the way to ask stays when they cannot be read. */
export async function SkillQuestions({ skill_id, slug, reader }: { skill_id: string; slug: string; reader: Reader }) {
  const { value } = await load((ctx) => listSkillQuestions(ctx, { skill_id }));
  return <Questions questions={value ?? []} ask={withReader(`/skills/${skill_id}/${slug}/ask`, reader)} />;
}
