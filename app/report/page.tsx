import type { Metadata } from "next";
import { cookies } from "next/headers";
import { refusedFrom, SUBJECT_FIELDS, subjectOf } from "@/app/forms";
import { parameter, type Query } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { ReportForm } from "@/components/report-form";
import { subjectPath } from "@/components/report-link";
import { Frame } from "@/components/site/frame";
import { Callout } from "@/components/ui/callout";
import { Problem } from "@/lib/platform/errors";

type ReportPageProps = { searchParams: Promise<Query> };

export const metadata: Metadata = pageMetadata("/report");

export default async function ReportPage({ searchParams }: ReportPageProps) {
  const search = await searchParams;
  const subject = subjectOf((name) => parameter(search[name]));
  if (!subject && SUBJECT_FIELDS.every((name) => parameter(search[name]) === undefined)) return <HowToReport />;
  if (!subject) return <ProblemState problem={new Problem("not_found")} />;
  return (
    <Frame>
      <div className="page-column">
        <h1 className="text-3xl sm:text-4xl">Report content</h1>
        <p className="mt-3 max-w-2xl text-ink-soft text-lg">
          The maintainers of this service read it. Nothing of it is public, and you need no account.
        </p>
        <p className="mt-3">
          <a className="link" href={subjectPath(subject)}>
            {subject.kind === "post" || subject.kind === "reply" ? "Read what you report" : "Look at the skill again"}
          </a>
        </p>
        {parameter(search.sent) ? (
          <div className="mt-8 max-w-2xl" role="status">
            <Callout tone="moss" title="Thank you, the report has arrived">
              A maintainer looks at it. If it is confirmed, the text is taken away from every list and search.
            </Callout>
          </div>
        ) : (
          <ReportForm subject={subject} refused={refusedFrom(await cookies())} />
        )}
      </div>
    </Frame>
  );
}

/** For an address without a subject. */
function HowToReport() {
  return (
    <Frame>
      <div className="page-column">
        <h1 className="text-3xl sm:text-4xl">Report content</h1>
        <p className="mt-3 max-w-2xl text-ink-soft text-lg">
          Open the skill, the question or the reply, and choose “Report” there.
        </p>
        <p className="mt-6 flex gap-4">
          <a className="link" href="/skills">
            Search skills
          </a>
          <a className="link" href="/threads">
            Threads
          </a>
        </p>
      </div>
    </Frame>
  );
}
