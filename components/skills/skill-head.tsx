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
}: {
  subject: Subject;
  tab: SkillTab;
  versions: VersionInList[];
  description?: string | undefined;
  origin?: ReactNode;
  notice?: ReactNode;
}) {
  const { title, version_id, is_permalink, is_chosen } = subject;
  const pinned = is_permalink || is_chosen ? versions.find((one) => one.version_id === version_id) : undefined;
  return (
    <header>
      <p className="label mb-2">
        <a href="/skills" className="hover:underline">
          Skills
        </a>
      </p>
      <h1 dir="auto" className={`max-w-4xl ${tab === "content" ? "text-3xl sm:text-4xl" : "text-2xl sm:text-3xl"}`}>
        {title}
        {pinned && <span className="text-ink-soft"> (version {pinned.ordinal})</span>}
      </h1>
      {description && (
        <p dir="auto" className="mt-3 max-w-3xl text-ink-soft text-lg sm:text-xl">
          {description}
        </p>
      )}
      {origin}
      <div className="mt-4">
        <VersionPicker versions={versions} current={subject.version_id} />
      </div>
      {notice && <div className="mt-5 max-w-3xl">{notice}</div>}
      <div className="mt-6">
        <SkillTabs subject={subject} tab={tab} />
      </div>
    </header>
  );
}
