"use client";

import type { ReactNode } from "react";
import { type SkillTab, SkillTabs, type Subject } from "@/components/skills/skill-tabs";
import { VersionPicker } from "@/components/skills/version-picker";
import type { VersionInList } from "@/components/skills/version-states";

/** The top of every page of a skill: its title, the shown version, and the views. */
export function SkillHead({
  subject,
  tab,
  versions,
  description,
  origin,
  notice,
  children,
}: {
  subject: Subject;
  tab: SkillTab;
  versions: VersionInList[];
  description?: string | undefined;
  origin?: ReactNode;
  notice?: ReactNode;
  /** Shown above the views. */
  children?: ReactNode;
}) {
  const { title, version_id, is_permalink, is_chosen } = subject;
  const pinned = is_permalink || is_chosen ? versions.find((one) => one.version_id === version_id) : undefined;
  return (
    <header>
      <div className="mb-1 flex items-center justify-between gap-4">
        <p className="label">
          <a href="/skills" className="hover:underline">
            Skills
          </a>
        </p>
        <VersionPicker versions={versions} current={subject.version_id} />
      </div>
      <h1 dir="auto" className={tab === "content" ? "text-2xl sm:text-3xl" : "text-2xl"}>
        {title}
        {pinned && <span className="text-ink-soft"> (version {pinned.ordinal})</span>}
      </h1>
      {description && (
        <p dir="auto" className="mt-2 text-ink-soft">
          {description}
        </p>
      )}
      {origin}
      {notice && <div className="mt-4">{notice}</div>}
      {children}
      <div className="mt-4">
        <SkillTabs subject={subject} tab={tab} />
      </div>
    </header>
  );
}
