"use client";

import type { ReactNode } from "react";
import { type Fit, FitBox } from "@/components/skills/fit-box";
import { type Install, InstallBox } from "@/components/skills/install-box";
import { References } from "@/components/skills/references";
import { type Subject, tabPath } from "@/components/skills/skill-tabs";
import { type Condition, OutcomesByCondition, type UsingThread, UsingThreads } from "@/components/skills/usage";
import { VersionFacts } from "@/components/skills/version-facts";
import { Contents, type Heading } from "@/components/ui/contents";
import type { SkillVersion } from "@/lib/contract/public/resources";

/** Data shown beside the text of a version, which comes rendered. */
export type VersionData = Pick<
  SkillVersion,
  | "applicability"
  | "review"
  | "outcomes"
  | "risk_labels"
  | "public_references"
  | "canonical_url"
  | "content_sha256"
  | "created_at"
> & { reviewed_technology: string | null };

type Props = {
  subject: Subject;
  version: VersionData;
  technologies: string[];
  fit: Fit | null;
  install: Install;
  headings: Heading[];
  /** Null where it could not be read just now. */
  usage: { conditions: Condition[]; threads: UsingThread[] } | null;
  now: number;
  /** The rendered markdown. */
  children: ReactNode;
};

/** The content of a version: its facts, its text, and below it outcomes and references. */
export function SkillView({ subject, version, technologies, fit, install, headings, usage, now, children }: Props) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
        <div className="max-w-3xl">
          <VersionFacts version={version} now={now} provenance={tabPath(subject, "provenance")}>
            <FitBox
              applicability={version.applicability}
              technologies={technologies}
              reader={subject.reader}
              fit={fit}
              // The skill's page answers at its top, the page of one version here.
              action={`${tabPath({ ...subject, reader: {} }, "content")}${subject.is_permalink ? "#fits" : ""}`}
            />
          </VersionFacts>
        </div>
        <div className="no-print space-y-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <InstallBox install={install} />
          {headings.length > 2 && <Contents headings={headings} />}
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-start-2">{children}</div>
      </div>
      <footer className="mt-16 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 border-line border-t pt-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="max-w-3xl space-y-10">
          {usage && <OutcomesByCondition conditions={usage.conditions} />}
          <References urls={version.public_references} />
          <p className="print-only label">
            {version.canonical_url}, SHA-256 {version.content_sha256}
          </p>
        </div>
        {usage && <UsingThreads threads={usage.threads} now={now} />}
      </footer>
    </>
  );
}
