import type { Metadata } from "next";
import { Decisions } from "@/app/skills/[skill_id]/decisions";
import { openSkill, type Query } from "@/app/skills/[skill_id]/open-skill";
import { SkillPage, viewMetadata } from "@/app/skills/[skill_id]/skill-page";

type Props = { params: Promise<{ skill_id: string; version_id: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return viewMetadata(await params, "decisions", "Decisions");
}

export default async function DecisionsPage({ params, searchParams }: Props) {
  const query = await searchParams;
  const opened = await openSkill(await params, "decisions", query);
  return (
    <SkillPage opened={opened} tab="decisions">
      {(skill) => <Decisions opened={skill} query={query} />}
    </SkillPage>
  );
}
