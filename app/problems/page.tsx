import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { Frame } from "@/components/site/frame";
import { problemCodes, problems } from "@/lib/contract/problems";

export function generateMetadata(): Metadata {
  return pageMetadata("/problems");
}

export default function ProblemsPage() {
  const statuses = [...new Set(problemCodes.map((code) => problems[code][0]))].sort((a, b) => a - b);
  return (
    <Frame section="docs">
      <h1 className="text-3xl sm:text-4xl">Problems</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-lg">
        A refusal is a problem document (RFC 9457). Its code is one of these, and its type is the address of the page
        that explains it.
      </p>
      {statuses.map((status) => (
        <section
          key={status}
          aria-labelledby={`status-${status}`}
          className="mt-9 grid max-w-4xl gap-x-8 sm:grid-cols-[4rem_1fr]"
        >
          <h2 id={`status-${status}`} className="pt-2.5 font-mono text-ink-soft text-lg">
            {status}
          </h2>
          <ul className="divide-y divide-line border-line border-t">
            {problemCodes
              .filter((code) => problems[code][0] === status)
              .map((code) => (
                <li key={code} className="grid gap-x-6 py-2.5 sm:grid-cols-[18rem_1fr]">
                  <a className="link font-mono text-base" href={`/problems/${code}`}>
                    {code}
                  </a>
                  <span className="text-ink-soft">{problems[code][1]}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Frame>
  );
}
