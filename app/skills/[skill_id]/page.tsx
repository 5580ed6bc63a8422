import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { unreadableMetadata } from "@/app/page-metadata";
import { loadSkill } from "@/app/skills/[skill_id]/load-skill";
import type { Query } from "@/app/skills/[skill_id]/open-skill";
import { Unreadable } from "@/app/skills/[skill_id]/withdrawn";

type Props = { params: Promise<{ skill_id: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { problem } = await loadSkill((await params).skill_id);
  return problem ? unreadableMetadata(problem) : {};
}

/** Redirects the short URL of a skill to its full one. For a withdrawn skill it shows the same page as the full URL. */
export default async function SkillRedirect({ params, searchParams }: Props) {
  const { skill_id } = await params;
  const { problem, value } = await loadSkill(skill_id);
  if (!problem) redirect(`/skills/${skill_id}/${value.data.slug}`);
  const query = await searchParams;
  return (
    <Unreadable problem={problem} place={{ skill_id }} tab="content" query={query} retry={`/skills/${skill_id}`} />
  );
}
