import type { Metadata } from "next";
import type { ReactNode } from "react";
import type { Loaded } from "@/app/load";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { loadOverview } from "@/app/skills/[skill_id]/load-skill";
import type { Opened } from "@/app/skills/[skill_id]/open-skill";
import { Frame } from "@/components/site/frame";
import { SkillHead } from "@/components/skills/skill-head";
import { type SkillTab, tabPath } from "@/components/skills/skill-tabs";
import { Problem } from "@/lib/platform/errors";

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
  if (opened.problem) {
    return (
      <Frame section="skills">
        <ProblemState problem={opened.problem} />
      </Frame>
    );
  }
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
