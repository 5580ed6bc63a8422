import { ProblemState } from "@/app/problem-state";
import { loadDecisions } from "@/app/skills/[skill_id]/load-skill";
import { type Opened, openSkill, type Place, type Query } from "@/app/skills/[skill_id]/open-skill";
import { Frame } from "@/components/site/frame";
import { SkillHead } from "@/components/skills/skill-head";
import { type SkillTab, tabPath } from "@/components/skills/skill-tabs";
import { Withdrawal } from "@/components/skills/withdrawal";
import type { Problem } from "@/lib/platform/errors";
import { setPageStatus } from "@/lib/server/pages/page-exchange";

/** The page for unreadable content: a withdrawal with its decision (410), or another problem. */
export async function Unreadable({
  problem,
  place,
  tab,
  query,
  retry,
}: {
  problem: Problem;
  place: Place;
  tab: SkillTab;
  query: Query;
  retry: string;
}) {
  const opened = problem.code === "withdrawn" ? await openSkill(place, tab, query) : null;
  if (opened?.value) return <Withdrawn opened={opened.value} problem={problem} tab={tab} />;
  return (
    <Frame section="skills">
      <ProblemState problem={problem} retry={retry} />
    </Frame>
  );
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
