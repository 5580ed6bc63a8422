import type { Metadata } from "next";
import { openSkill, type Query } from "@/app/skills/[skill_id]/open-skill";
import { Provenance } from "@/app/skills/[skill_id]/provenance";
import { SkillPage, viewMetadata } from "@/app/skills/[skill_id]/skill-page";

type Props = { params: Promise<{ skill_id: string; slug: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return viewMetadata({ skill_id: (await params).skill_id }, "provenance", "Provenance");
}

export default async function ProvenancePage({ params, searchParams }: Props) {
  const opened = await openSkill(await params, "provenance", await searchParams);
  return (
    <SkillPage opened={opened} tab="provenance">
      {(skill) => <Provenance opened={skill} />}
    </SkillPage>
  );
}
