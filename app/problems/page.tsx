import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { DocsFrame } from "@/components/docs/docs-frame";
import { problemCodes, problems } from "@/lib/contract/problems";
import { docsNavigation } from "@/lib/server/formats/docs/guides";

export const metadata: Metadata = pageMetadata("/problems");

export default function ProblemsPage() {
  const statuses = [...new Set(problemCodes.map((code) => problems[code][0]))].sort((a, b) => a - b);
  return (
    <DocsFrame
      groups={docsNavigation()}
      here="/problems"
      title="Problems"
      lead="An error response is a problem document (RFC 9457). Its code is one of these. Its type is the URL of the page that explains it."
    >
      {statuses.map((status) => (
        <section
          key={status}
          aria-labelledby={`status-${status}`}
          className="mt-9 grid max-w-4xl gap-x-8 sm:grid-cols-[4rem_minmax(0,1fr)]"
        >
          <h2 id={`status-${status}`} className="pt-2.5 font-mono text-ink-soft text-lg">
            {status}
          </h2>
          <ul className="divide-y divide-line border-line border-t">
            {problemCodes
              .filter((code) => problems[code][0] === status)
              .map((code) => (
                <li key={code} className="grid gap-x-6 py-2.5 sm:grid-cols-[17rem_minmax(0,1fr)]">
                  <a className="link font-mono text-base" href={`/problems/${code}`}>
                    {code}
                  </a>
                  <span className="text-ink-soft">{problems[code][1]}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </DocsFrame>
  );
}
