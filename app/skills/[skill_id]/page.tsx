import type { Metadata } from "next";
import { redirect } from "next/navigation";
import type { Query } from "@/app/load";
import { unreadableMetadata } from "@/app/page-metadata";
import { loadSkill, parametersOf } from "@/app/skills/[skill_id]/load-skill";
import { Unreadable } from "@/app/skills/[skill_id]/skill-page";
import { address } from "@/components/address";

type SkillRedirectProps = { params: Promise<{ skill_id: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: SkillRedirectProps): Promise<Metadata> {
  const { problem } = await loadSkill((await params).skill_id);
  return problem ? unreadableMetadata(problem) : {};
}

/** Redirects the short URL of a skill to its full one, with its parameters. For a withdrawn skill it shows the same page as the full URL. */
export default async function SkillRedirect({ params, searchParams }: SkillRedirectProps) {
  const { skill_id } = await params;
  const { problem, value } = await loadSkill(skill_id);
  const query = await searchParams;
  if (!problem) redirect(address(`/skills/${skill_id}/${value.slug}`, parametersOf(query)));
  return (
    <Unreadable problem={problem} place={{ skill_id }} tab="content" query={query} retry={`/skills/${skill_id}`} />
  );
}
