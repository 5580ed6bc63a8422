"use client";

import type { ReactNode } from "react";
import { ReportLink } from "@/components/report-link";
import { ReviewMark } from "@/components/skills/evidence";
import { type Fit, FitBox } from "@/components/skills/fit-box";
import { type Subject, tabPath } from "@/components/skills/skill-tabs";
import {
  type Condition,
  OutcomesByCondition,
  References,
  type UsingThread,
  UsingThreads,
  VersionFacts,
} from "@/components/skills/version-facts";
import { Fold } from "@/components/ui/fold";
import type { Review } from "@/lib/contract/primitives";
import type { SkillVersion } from "@/lib/contract/public/resources";
import type { Heading } from "@/lib/contract/shown-text";

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
  | "freshness"
  | "created_at"
> & { reviewed_technology: string | null };

type SkillViewProps = {
  subject: Subject;
  version: VersionData;
  technologies: string[];
  fit: Fit | null;
  headings: Heading[];
  /** Null where it could not be read just now. */
  usage: { conditions: Condition[]; threads: UsingThread[]; thread_count: number } | null;
  related: RelatedSkill[];
  now: number;
  /** The title, the summary and the views. */
  head: ReactNode;
  /** The rendered markdown. */
  children: ReactNode;
};

/** A version in the page's grid: its head and text in the column, the proof in the rail. */
export function SkillView(props: SkillViewProps) {
  const { subject, version, technologies, fit, headings, usage, related, now, head, children } = props;
  const hasContents = headings.length > 2;
  const provenance = tabPath(subject, "provenance");
  return (
    <div className="page-grid">
      <div className="min-w-0">
        {head}
        {hasContents && (
          <div className="no-print mt-4 lg:hidden">
            <FoldedContents headings={headings} />
          </div>
        )}
        <div className="mt-6">{children}</div>
        <footer className="mt-12 space-y-8 border-line border-t pt-8">
          {usage && <OutcomesByCondition conditions={usage.conditions} />}
          <References urls={version.public_references} />
          <p>
            <ReportLink
              subject={{ kind: "skill_version", skill_id: subject.skill_id, version_id: subject.version_id }}
            />
          </p>
          <p className="print-only label">
            {version.canonical_url}, SHA-256 {version.content_sha256}
          </p>
        </footer>
      </div>
      <div className="min-w-0">
        <Fold summary="Compatibility, review and origin" open={fit !== null && subject.is_permalink}>
          <div className="max-lg:mt-4">
            <VersionFacts version={version} now={now} provenance={provenance}>
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
        </Fold>
        <div className="mt-8 space-y-8">
          {usage && <UsingThreads threads={usage.threads} count={usage.thread_count} now={now} />}
          {related.length > 0 && <RelatedSkills skills={related} />}
        </div>
        {hasContents && (
          <div className="no-print sticky top-6 mt-8 hidden lg:block">
            <Contents headings={headings} />
          </div>
        )}
      </div>
    </div>
  );
}

/** A table of contents above a text, folded. */
function FoldedContents({ headings }: { headings: Heading[] }) {
  return (
    <details className="rounded-md border border-line px-4 py-2">
      <summary className="font-semibold">On this page</summary>
      <ContentsList headings={headings} />
    </details>
  );
}

type RelatedSkill = {
  skill_id: string;
  title: string;
  path: string;
  review: Review;
  reviewed_technology: string | null;
};

/** Skills about something similar. */
function RelatedSkills({ skills }: { skills: RelatedSkill[] }) {
  return (
    <section aria-labelledby="related">
      <h2 id="related" className="mb-2 text-lg">
        Related skills
      </h2>
      <ul className="space-y-2.5 text-base leading-snug">
        {skills.map((skill) => (
          <li key={skill.skill_id}>
            <a dir="auto" className="link line-clamp-2" href={skill.path}>
              {skill.title}
            </a>
            <p className="text-ink-soft text-sm">
              <ReviewMark review={skill.review} technology={skill.reviewed_technology} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A table of contents for a rail. */
function Contents({ headings }: { headings: Heading[] }) {
  return (
    <nav aria-labelledby="contents" className="max-h-[calc(100dvh-3rem)] overflow-y-auto text-base">
      <h2 id="contents" className="text-lg">
        On this page
      </h2>
      <ContentsList headings={headings} />
    </nav>
  );
}

function ContentsList({ headings }: { headings: Heading[] }) {
  return (
    <ol className="mt-2 space-y-1.5 border-line border-s text-ink-soft leading-snug">
      {headings.map((heading) => (
        <li key={heading.id} className={heading.level === 2 ? "ps-3" : "ps-6 text-sm"}>
          <a dir="auto" href={`#${heading.id}`} className="hover:text-ink hover:underline">
            {heading.text}
          </a>
        </li>
      ))}
    </ol>
  );
}
