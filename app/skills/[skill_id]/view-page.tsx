import type { Metadata } from "next";
import type { ReactNode } from "react";
import { type Opened, openSkill, type Place, type Query } from "@/app/skills/[skill_id]/open-skill";
import { SkillPage, viewMetadata } from "@/app/skills/[skill_id]/skill-page";
import type { SkillTab } from "@/components/skills/skill-tabs";

type Props = { params: Promise<Place>; searchParams: Promise<Query> };

/** Exports of a page with one view of a skill, for both the slug URL and the version permalink. */
export function viewPage(tab: SkillTab, name: string, show: (skill: Opened, query: Query) => ReactNode) {
  return {
    async generateMetadata({ params }: Props): Promise<Metadata> {
      return viewMetadata(await params, tab, name);
    },
    async Page({ params, searchParams }: Props) {
      const query = await searchParams;
      const opened = await openSkill(await params, tab, query);
      return (
        <SkillPage opened={opened} tab={tab}>
          {(skill) => show(skill, query)}
        </SkillPage>
      );
    },
  };
}
