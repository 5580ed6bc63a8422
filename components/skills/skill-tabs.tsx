import { address } from "@/components/address";
import { Tabs } from "@/components/ui/tabs";

/** The views of a skill, and the form to ask about it, which is no tab. */
export type SkillTab = "content" | "versions" | "compare" | "provenance" | "decisions" | "raw" | "ask";

/** The subject of a skill's pages: the skill with its selected version, or one version by its permalink. */
export type Subject = {
  skill_id: string;
  slug: string;
  title: string;
  /** The shown version: that of the permalink, else the selected one, else the newest. */
  version_id: string;
  is_permalink: boolean;
  /** The skill's own page shows this version because it fits the reader, although another one is selected. */
  is_chosen?: boolean;
  version_count: number;
  /** The reader's technology, carried along in links. */
  reader: { technology?: string | undefined; version?: string | undefined };
};

/** The views of a skill, each with its own URL. */
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
 * The URL of a view. Views of one version have their own URL under the permalink; versions and comparisons belong to
 * the skill.
 */
export function tabPath(subject: Omit<Subject, "title" | "version_count">, tab: SkillTab): string {
  const { skill_id, slug, version_id, is_permalink, is_chosen = false, reader } = subject;
  const skill = `/skills/${skill_id}/${slug}`;
  const permalink = `/skills/${skill_id}/versions/${version_id}`;
  switch (tab) {
    case "content":
      return address(is_permalink ? permalink : skill, reader);
    case "versions":
      return address(`${skill}/versions`, reader);
    case "ask":
      return address(`${skill}/ask`, reader);
    case "compare":
      return `${skill}/compare${is_permalink || is_chosen ? `?to=${version_id}` : ""}`;
    default:
      return `${is_permalink || is_chosen ? permalink : skill}/${tab}`;
  }
}
