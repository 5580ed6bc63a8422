import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { unreadableMetadata } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { loadSkill } from "@/app/skills/[skill_id]/load-skill";
import { Frame } from "@/components/site/frame";

type Props = { params: Promise<{ skill_id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { problem } = await loadSkill((await params).skill_id);
  return problem ? unreadableMetadata(problem) : {};
}

/** The short address of a skill leads to its full one. */
export default async function SkillRedirect({ params }: Props) {
  const { skill_id } = await params;
  const { problem, value } = await loadSkill(skill_id);
  if (!problem) redirect(`/skills/${skill_id}/${value.data.slug}`);
  return (
    <Frame section="skills">
      <ProblemState problem={problem} retry={`/skills/${skill_id}`} />
    </Frame>
  );
}
