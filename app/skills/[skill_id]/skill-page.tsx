import type { Metadata } from "next";
import type { ReactNode } from "react";
import type { Loaded, Query } from "@/app/load";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import {
  loadDecisions,
  loadOverview,
  type Opened,
  openSkill,
  type SkillParams,
} from "@/app/skills/[skill_id]/load-skill";
import { Frame } from "@/components/site/frame";
import { Withdrawal } from "@/components/skills/decisions";
import { SkillHead } from "@/components/skills/skill-head";
import { type SkillTab, tabPath } from "@/components/skills/skill-tabs";
import { Problem } from "@/lib/platform/errors";
import { setPageStatus } from "@/lib/server/pages/page-exchange";

/** A view of a skill in its frame, or the problem if the skill cannot be read. */
export function SkillPage({
  opened,
  tab,
  children,
}: {
  opened: Loaded<Opened>;
  tab: SkillTab;
  children: (skill: Opened) => ReactNode;
}) {
  if (opened.problem) return <ProblemPage section="skills" problem={opened.problem} />;
  const { subject, versions } = opened.value;
  return (
    <Frame section="skills">
      <article>
        <div className="page-column">
          <SkillHead subject={subject} tab={tab} versions={versions} />
        </div>
        <div className="mt-8">{children(opened.value)}</div>
      </article>
    </Frame>
  );
}

/**
 * Metadata of the views beside the content. Search engines may follow their links but not index them, because people
 * who search want the content.
 */
export async function viewMetadata(
  place: { skill_id: string; version_id?: string },
  tab: SkillTab,
  name: string,
): Promise<Metadata> {
  const { problem, value } = await loadOverview(place.skill_id);
  if (problem) return unreadableMetadata(problem);
  const { skill_id, slug, versions } = value;
  const version = versions.find(({ version_id }) => version_id === place.version_id);
  if (place.version_id && !version) return unreadableMetadata(new Problem("not_found"));
  const title = version ? `${version.title} (version ${version.ordinal})` : value.title;
  const is_permalink = version !== undefined;
  const path = tabPath({ skill_id, slug, version_id: version?.version_id ?? "", is_permalink, reader: {} }, tab);
  return pageMetadata(path, {
    title: `${name}: ${title}`,
    description: `${name} of a skill in the Cairn library: ${title}.`,
    card: { path: `/skills/${skill_id}/card.png`, alt: `Skill: ${title}` },
  });
}

/** The page for unreadable content: a withdrawal with its decision (410), or another problem. */
export async function Unreadable({
  problem,
  place,
  tab,
  query,
  retry,
}: {
  problem: Problem;
  place: SkillParams;
  tab: SkillTab;
  query: Query;
  retry: string;
}) {
  const opened = problem.code === "withdrawn" ? await openSkill(place, tab, query) : null;
  if (opened?.value) return <Withdrawn opened={opened.value} problem={problem} tab={tab} />;
  return <ProblemPage section="skills" problem={problem} retry={retry} />;
}

async function Withdrawn({ opened, problem, tab }: { opened: Opened; problem: Problem; tab: SkillTab }) {
  setPageStatus(410);
  const { subject, versions } = opened;
  const { skill_id, version_id } = subject;
  const decisions = await loadDecisions({ kind: "skill_version", skill_id, version_id }, undefined);
  const decision = decisions.value?.items.find(({ kind }) => kind === "withdrawal");
  const version = versions.find((one) => one.version_id === version_id);
  const selected = versions.find(({ is_selected }) => is_selected);
  const { reason } = problem.options.extra ?? {};
  return (
    <Frame section="skills">
      <article className="page-column">
        <SkillHead subject={subject} tab={tab} versions={versions} />
        <Withdrawal
          ordinal={version?.ordinal ?? ""}
          version_id={version_id}
          title={subject.title}
          reason={decision?.reason ?? (typeof reason === "string" ? reason : "")}
          decision={decision ?? null}
          successor={version?.successor ?? null}
          selected={selected ?? null}
          versions_path={tabPath(subject, "versions")}
          decisions_path={tabPath(subject, "decisions")}
          now={Date.now()}
        />
      </article>
    </Frame>
  );
}
