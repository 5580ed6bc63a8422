import { redirect } from "next/navigation";
import { ProblemState } from "@/app/problem-state";
import { loadSkill } from "@/app/skills/[skill_id]/load-skill";
import { Frame } from "@/components/site/frame";

/** The short address of a skill leads to its full one. */
export default async function SkillRedirect({ params }: { params: Promise<{ skill_id: string }> }) {
  const { skill_id } = await params;
  const { problem, value } = await loadSkill(skill_id);
  if (!problem) redirect(`/skills/${skill_id}/${value.data.slug}`);
  return (
    <Frame section="skills">
      <ProblemState problem={problem} retry={`/skills/${skill_id}`} />
    </Frame>
  );
}
