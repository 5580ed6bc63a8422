"use client";

import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { type SkillTab, SkillTabs, type Subject } from "@/components/skills/skill-tabs";
import type { VersionInList } from "@/components/skills/versions";
import { day } from "@/components/ui/relative-time";

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

/** The state of a version in a word. */
function shortly({ state, is_selected, successor }: VersionInList): string {
  if (state === "withdrawn" || state === "candidate" || state === "waiting") return state;
  if (is_selected) return "current";
  return successor ? "superseded" : "older";
}

/** The shown version, with links to all others. Opens without JavaScript. */
function VersionPicker({ versions, current }: { versions: VersionInList[]; current: string }) {
  const shown = versions.find(({ version_id }) => version_id === current);
  if (!shown) return null;
  return (
    <details className="no-print group relative">
      <summary className="inline-flex cursor-pointer list-none items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 py-0.5 text-base hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="shrink-0 font-semibold">Version {shown.ordinal}</span>
        <span className="text-ink-soft">· {shortly(shown)}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
        <span className="sr-only">Choose another version</span>
      </summary>
      <ul className="absolute end-0 z-10 mt-1 max-h-80 w-72 max-w-[calc(100vw-2.5rem)] overflow-y-auto rounded-md border border-line-strong bg-surface py-1 shadow-lg">
        {versions.map((version) => (
          <li key={version.version_id}>
            <a
              href={pathOf(version.canonical_url)}
              aria-current={version.version_id === current ? "true" : undefined}
              className="block px-3 py-1.5 text-base hover:bg-sunken aria-[current]:bg-moss-wash"
            >
              <span className="font-semibold">Version {version.ordinal}</span>{" "}
              <bdi className="text-ink-soft">{version.standing}</bdi>
              <span className="label block">{day(version.created_at)}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
