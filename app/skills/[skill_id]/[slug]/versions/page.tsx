import type { Metadata } from "next";
import { load, type Query } from "@/app/load";
import { openSkill, readerIn } from "@/app/skills/[skill_id]/load-skill";
import { SkillPage, viewMetadata } from "@/app/skills/[skill_id]/skill-page";
import { tabPath } from "@/components/skills/skill-tabs";
import { VersionList } from "@/components/skills/versions";
import { judgeFit, understood } from "@/lib/domain/skills/reader";

type VersionsPageProps = { params: Promise<{ skill_id: string; slug: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: VersionsPageProps): Promise<Metadata> {
  return viewMetadata({ skill_id: (await params).skill_id }, "versions", "Versions");
}

export default async function VersionsPage({ params, searchParams }: VersionsPageProps) {
  const query = await searchParams;
  const [opened, asked] = await Promise.all([
    openSkill(await params, "versions", query),
    load(() => understood(readerIn(query))),
  ]);
  return (
    <SkillPage opened={opened} tab="versions">
      {({ subject, versions }) => {
        const caller = asked.value?.entries;
        return (
          <VersionList
            versions={versions.map((one) => ({
              ...one,
              verdict: caller ? judgeFit(one, [], caller).verdict : null,
            }))}
            compare_path={tabPath(subject, "compare")}
            reader={subject.reader}
            now={Date.now()}
          />
        );
      }}
    </SkillPage>
  );
}
