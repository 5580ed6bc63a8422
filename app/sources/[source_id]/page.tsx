import type { Metadata } from "next";
import { load } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { address } from "@/components/address";
import { Frame } from "@/components/site/frame";
import { cardOf } from "@/components/skills/skill-card";
import { SkillCards } from "@/components/skills/skill-cards";
import { Report, RunFacts } from "@/components/sources/source-runs";
import { SourceId } from "@/lib/contract/primitives";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { withReviewedTechnology } from "@/lib/domain/skills/version-cards";
import { getSource } from "@/lib/domain/sources/sources";
import { Problem } from "@/lib/platform/errors";

type SourcePageProps = { params: Promise<{ source_id: string }> };

export async function generateMetadata({ params }: SourcePageProps): Promise<Metadata> {
  const { source_id } = await params;
  const isId = SourceId.safeParse(source_id).success;
  return pageMetadata(`/sources/${isId ? source_id : "unknown"}`);
}

const SKILLS_SHOWN = 10;

/** One source: its listed skills, and what became of each of its texts in the last run. */
export default async function SourcePage({ params }: SourcePageProps) {
  const { source_id } = await params;
  const { problem, value } = await load(async (ctx) => {
    if (!SourceId.safeParse(source_id).success) throw new Problem("not_found", { detail: "There is no such source." });
    const { data } = await getSource(ctx, { source_id });
    return { source: data, skills: (await listSkills(ctx, { source: source_id, limit: SKILLS_SHOWN })).data };
  });
  if (problem) return <ProblemPage problem={problem} retry={`/sources/${source_id}`} />;
  const { source, skills } = value;
  return (
    <Frame>
      <div className="page-column">
        <h1 className="mb-2 break-words text-3xl sm:text-4xl">
          <bdi>{source.address}</bdi>
        </h1>
        <RunFacts source={source} />
        <h2 className="mt-8 text-2xl">Skills</h2>
        {skills.length === 0 && <p className="mt-3">No skill of it is listed.</p>}
        <ul className="mt-1 divide-y divide-line">
          <SkillCards
            items={skills.map((skill) => ({ key: skill.skill_id, skill: cardOf(withReviewedTechnology(skill)) }))}
            heading="h3"
          />
        </ul>
        {source.skills > skills.length && (
          <p className="mt-3">
            <a className="link" href={address("/skills", { source: source_id })}>
              All {source.skills} skills of this source
            </a>
          </p>
        )}
        <h2 className="mt-8 text-2xl">The last run</h2>
        {source.report.length === 0 && <p className="mt-3">It has no report yet.</p>}
        <Report report={source.report} />
        <p className="mt-8 text-ink-soft">
          <a className="link" href="/sources">
            All sources
          </a>
        </p>
      </div>
    </Frame>
  );
}
