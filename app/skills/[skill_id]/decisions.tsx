import { parameter } from "@/app/load";
import { ProblemState } from "@/app/problem-state";
import { loadDecisions } from "@/app/skills/[skill_id]/load-skill";
import type { Opened, Query } from "@/app/skills/[skill_id]/open-skill";
import { viewPage } from "@/app/skills/[skill_id]/view-page";
import { address } from "@/components/address";
import { DecisionList } from "@/components/skills/decision-list";
import { tabPath } from "@/components/skills/skill-tabs";
import { Pager } from "@/components/ui/pager";

export const decisionsPage = viewPage("decisions", "Decisions", (skill, query) => (
  <Decisions opened={skill} query={query} />
));

/** The decisions about a skill, or about the version of a permalink, and their deciders. */
async function Decisions({ opened: { subject, versions }, query }: { opened: Opened; query: Query }) {
  const { skill_id, version_id, is_permalink } = subject;
  const path = tabPath(subject, "decisions");
  const cursor = parameter(query.cursor);
  const ref = is_permalink
    ? { kind: "skill_version" as const, skill_id, version_id }
    : { kind: "skill" as const, skill_id };
  const { problem, value } = await loadDecisions(ref, cursor);
  if (problem) return <ProblemState problem={problem} retry={path} />;
  return (
    <>
      <DecisionList
        decisions={value.items}
        versions={versions}
        what={is_permalink ? "version" : "skill"}
        now={Date.now()}
      />
      <Pager
        what="decisions"
        next={value.next_cursor && address(path, { cursor: value.next_cursor })}
        first={cursor ? path : null}
      />
    </>
  );
}
