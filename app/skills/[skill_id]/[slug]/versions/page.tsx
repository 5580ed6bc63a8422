import type { Metadata } from "next";
import { openSkill, type Query } from "@/app/skills/[skill_id]/open-skill";
import { SkillPage, viewMetadata } from "@/app/skills/[skill_id]/skill-page";
import { tabPath } from "@/components/skills/skill-tabs";
import { VersionList } from "@/components/skills/version-list";
import { judgeFit } from "@/lib/domain/skills/judge-fit";

type Props = { params: Promise<{ skill_id: string; slug: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return viewMetadata({ skill_id: (await params).skill_id }, "versions", "Versions");
}

export default async function VersionsPage({ params, searchParams }: Props) {
  const opened = await openSkill(await params, "versions", await searchParams);
  return (
    <SkillPage opened={opened} tab="versions">
      {({ subject, versions }) => {
        const { technology, version } = subject.reader;
        return (
          <VersionList
            versions={versions.map((one) => ({
              ...one,
              verdict: technology ? judgeFit(one, [], { technology, version }).verdict : null,
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
