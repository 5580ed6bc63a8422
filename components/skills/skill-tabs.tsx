import { address } from "@/components/address";
import { Tabs } from "@/components/ui/tabs";

export type SkillTab = "content" | "versions" | "compare" | "provenance" | "decisions" | "raw";

/** What a skill's pages are about: the skill as it is selected now, or one version by its permalink. */
export type Subject = {
  skill_id: string;
  slug: string;
  title: string;
  /** The version that is shown: the one of the permalink, else the selected one, else the newest. */
  version_id: string;
  is_permalink: boolean;
  version_count: number;
  /** What the reader said of their own technology, to be carried along. */
  reader: { technology?: string | undefined; version?: string | undefined };
};

/** The views of a skill, each with an address of its own. */
export function SkillTabs({ subject, tab }: { subject: Subject; tab: SkillTab }) {
  return (
    <Tabs
      label="Views of this skill"
      tabs={TABS.map(({ tab: name, text }) => ({
        href: tabPath(subject, name),
        text,
        count: name === "versions" ? subject.version_count : undefined,
        isCurrent: name === tab,
      }))}
    />
  );
}

const TABS: Array<{ tab: SkillTab; text: string }> = [
  { tab: "content", text: "Content" },
  { tab: "versions", text: "Versions" },
  { tab: "compare", text: "Compare" },
  { tab: "provenance", text: "Provenance" },
  { tab: "decisions", text: "Decisions" },
  { tab: "raw", text: "Raw" },
];

/**
 * The address of a view. A permalink has views of its own for what belongs to one version; versions and comparisons belong
 * to the skill.
 */
export function tabPath(subject: Omit<Subject, "title" | "version_count">, tab: SkillTab): string {
  const { skill_id, slug, version_id, is_permalink, reader } = subject;
  const skill = `/skills/${skill_id}/${slug}`;
  const own = is_permalink ? `/skills/${skill_id}/versions/${version_id}` : skill;
  switch (tab) {
    case "content":
      return address(own, reader);
    case "versions":
      return address(`${skill}/versions`, reader);
    case "compare":
      return `${skill}/compare${is_permalink ? `?to=${version_id}` : ""}`;
    default:
      return `${own}/${tab}`;
  }
}
