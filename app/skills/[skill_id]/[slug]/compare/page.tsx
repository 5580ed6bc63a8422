import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { load, parameter, type Query } from "@/app/load";
import { ProblemPage } from "@/app/problem-state";
import { openSkill } from "@/app/skills/[skill_id]/load-skill";
import { SkillPage, viewMetadata } from "@/app/skills/[skill_id]/skill-page";
import { address } from "@/components/address";
import { ComparePicker, Comparison } from "@/components/skills/comparison";
import { tabPath } from "@/components/skills/skill-tabs";
import { EmptyState } from "@/components/ui/callout";
import { choosePair, showComparison } from "@/lib/domain/knowledge/compare-versions";

type ComparePageProps = { params: Promise<{ skill_id: string; slug: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: ComparePageProps): Promise<Metadata> {
  return viewMetadata({ skill_id: (await params).skill_id }, "compare", "Compare");
}

export default async function ComparePage({ params, searchParams }: ComparePageProps) {
  const place = await params;
  const query = await searchParams;
  const opened = await openSkill(place, "compare", query);
  const [from, to] = [parameter(query.from), parameter(query.to)];
  const view = parameter(query.view) === "unified" ? "unified" : "split";
  const pair = opened.value && choosePair(opened.value.versions, { from, to });
  const path = opened.value ? tabPath({ ...opened.value.subject, is_permalink: false }, "compare") : "";
  // The versions are in the wrong order: redirect, so that the URL is old to new, too.
  if (pair && from && to && pair.from !== from)
    redirect(address(path, { ...pair, view: view === "unified" ? view : undefined }));
  const compared = pair && (await load(() => showComparison(place.skill_id, pair.from, pair.to)));
  if (compared?.problem) return <ProblemPage section="skills" problem={compared.problem} retry={path} />;
  return (
    <SkillPage opened={opened} tab="compare">
      {({ subject, versions }) => {
        if (!pair || !compared?.value)
          return (
            <EmptyState title="Nothing to compare yet">
              This skill has one version. Later versions are compared here, old on the left and new on the right.
            </EmptyState>
          );
        return (
          <>
            <ComparePicker path={path} versions={versions} pair={pair} view={view} />
            <Comparison
              comparison={compared.value}
              view={view}
              links={{
                split: address(path, pair),
                unified: address(path, { ...pair, view: "unified" }),
                file: address(`/skills/${subject.skill_id}/compare.diff`, pair),
              }}
            />
          </>
        );
      }}
    </SkillPage>
  );
}
