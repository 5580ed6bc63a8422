import { address, type Reader } from "@/components/address";

/** The views of a skill, and the form to ask about it, which is not a tab. */
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
  reader: Reader;
};

const TABS: Array<{ tab: SkillTab; text: string }> = [
  { tab: "content", text: "Content" },
  { tab: "versions", text: "Versions" },
  { tab: "compare", text: "Compare" },
  { tab: "provenance", text: "Provenance" },
  { tab: "decisions", text: "Decisions" },
  { tab: "raw", text: "Raw" },
];

/**
 * The views of a skill as links, so that each has a URL. On narrow screens they take two rows, so that none is hidden.
 */
export function SkillTabs({ subject, tab: shown }: { subject: Subject; tab: SkillTab }) {
  return (
    <nav aria-label="Views of this skill" className="no-print relative -mx-5 border-line border-b sm:mx-0">
      <ul className="flex flex-wrap gap-x-1 px-2.5 pt-1 sm:px-0">
        {TABS.map(({ tab, text }) => (
          <li key={tab}>
            <a
              href={tabPath(subject, tab)}
              aria-current={tab === shown ? "page" : undefined}
              className="-mb-px flex items-baseline gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 py-2 text-base text-ink-soft hover:border-line-strong hover:text-ink aria-[current]:border-moss aria-[current]:font-semibold aria-[current]:text-ink forced-colors:not-aria-[current]:border-b-0 forced-colors:not-aria-[current]:pb-2.5"
            >
              {text}
              {tab === "versions" && (
                <span className="rounded-full bg-sunken px-1.5 font-mono text-ink-soft text-xs">
                  {subject.version_count}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
