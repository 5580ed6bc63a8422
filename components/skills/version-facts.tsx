import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { OutcomeSummary, ReviewNote } from "@/components/skills/evidence";
import { ThreadStatus } from "@/components/threads/thread-status";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { isPublicReference } from "@/lib/contract/addresses";
import type { ThreadStatus as Status } from "@/lib/contract/primitives";
import type { SkillVersion } from "@/lib/contract/public/resources";
import { inOneSentence } from "@/lib/contract/skill-in-words";

/** The proof beside a version's text: compatibility, review, outcomes, checks and origin. */
export function VersionFacts({
  version,
  now,
  provenance,
  children,
}: {
  version: Pick<SkillVersion, "review" | "outcomes" | "risk_labels" | "created_at" | "freshness"> & {
    /** The technology whose version a review checked; null where it is ambiguous. */
    reviewed_technology: string | null;
  };
  now: number;
  /** The URL of the view with the rule findings by line. */
  provenance: string;
  /** What it applies to. */
  children: ReactNode;
}) {
  return (
    <dl className="divide-y divide-line text-base">
      <Row name="Check compatibility">{children}</Row>
      <Row name="Review">
        <ReviewNote review={version.review} technology={version.reviewed_technology} />
        {version.freshness && <p className="mt-1 text-ink-soft">{inOneSentence(version.freshness)}.</p>}
      </Row>
      <Row name="Outcomes">
        <OutcomeSummary outcomes={version.outcomes} />
      </Row>
      {version.risk_labels.length > 0 && (
        <Row name="Uses">
          <div className="flex flex-wrap items-baseline gap-2">
            {version.risk_labels.map((label) => (
              <Badge key={label} tone="amber">
                {label.replaceAll("_", " ")}
              </Badge>
            ))}
            <a className="link" href={`${provenance}#checks`}>
              Details
            </a>
          </div>
        </Row>
      )}
      <Row name="Published">
        <p className="text-ink-soft">
          <RelativeTime at={version.created_at} now={now} />.{" "}
          <a className="link" href={provenance}>
            Author, changes and checks
          </a>
        </p>
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-3 first:pt-0">
      <dt className="mb-1 font-semibold">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export type Condition = {
  condition: string | null;
  resolved: number;
  partial: number;
  failed: number;
  insights: number;
};
export type UsingThread = {
  thread_id: string;
  title: string;
  status: Status;
  canonical_url: string;
  updated_at: string;
};

/** In a narrow window the counts are below their condition: side by side, the failures would be out of sight. */
const STACKED = "max-sm:grid max-sm:grid-cols-4";

/** Reported outcomes by the condition under which the version was used. */
export function OutcomesByCondition({ conditions }: { conditions: Condition[] }) {
  return (
    <section aria-labelledby="outcomes" className="min-w-0">
      <h2 id="outcomes" className="mb-3 text-xl">
        Outcomes
      </h2>
      {conditions.length === 0 ? (
        <p className="text-ink-soft">
          No outcomes yet. After you ask a question and try this version, report the outcome in your thread.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <section className="overflow-x-auto" tabIndex={0} aria-label="Outcomes by condition">
          <table className="w-full text-base max-sm:block">
            <thead className="max-sm:block">
              <tr className={`${STACKED} border-line-strong border-b text-start text-sm`}>
                <th scope="col" className="whitespace-nowrap py-1 pe-4 text-start font-semibold max-sm:col-span-4">
                  Condition
                </th>
                {["Worked", "Partly", "Failed", "Answers"].map((name) => (
                  <th key={name} scope="col" className="whitespace-nowrap py-1 text-end font-semibold sm:ps-3">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="max-sm:block">
              {conditions.map((row) => (
                <tr key={row.condition ?? ""} className={`${STACKED} border-line border-b align-top`}>
                  <th scope="row" dir="auto" className="min-w-36 py-1.5 pe-4 text-start font-normal max-sm:col-span-4">
                    {row.condition ?? <span className="text-ink-soft">None stated</span>}
                  </th>
                  <Count of={row.resolved} className="text-moss-strong" />
                  <Count of={row.partial} className="text-amber" />
                  <Count of={row.failed} className="text-rust" />
                  <Count of={row.insights} className="text-ink" />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

function Count({ of, className }: { of: number; className: string }) {
  return (
    <td className={`py-1.5 text-end tabular-nums sm:ps-3 ${of > 0 ? `font-semibold ${className}` : "text-ink-faint"}`}>
      {of}
    </td>
  );
}

/** The public threads in which the skill was used, newest activity first. */
export function UsingThreads({ threads, count, now }: { threads: UsingThread[]; count: number; now: number }) {
  if (threads.length === 0) return null;
  return (
    <section aria-labelledby="threads" className="min-w-0">
      <h2 id="threads" className="mb-2 text-lg">
        Used in {count === 1 ? "1 thread" : `${count.toLocaleString("en-GB")} threads`}
      </h2>
      <ul className="space-y-2.5 text-base leading-snug">
        {threads.map((thread) => (
          <li key={thread.thread_id}>
            <a dir="auto" className="link line-clamp-2" href={pathOf(thread.canonical_url)}>
              {thread.title}
            </a>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
              <ThreadStatus status={thread.status} />
              <span>
                active <RelativeTime at={thread.updated_at} now={now} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A version's references. Its author chose the links; nobody here vouches for them. */
export function References({ urls }: { urls: string[] }) {
  return (
    <section aria-labelledby="references" className="min-w-0">
      <h2 id="references" className="mb-3 text-xl">
        References
      </h2>
      {urls.length === 0 ? (
        <p className="text-ink-soft">None.</p>
      ) : (
        <ul className="space-y-1 text-base">
          {urls.map((url) => (
            <li key={url}>
              {isPublicReference(url) ? (
                <a className="link" href={url} rel="nofollow ugc noopener noreferrer" dir="ltr">
                  {url.replace(/^https?:\/\//, "")}
                </a>
              ) : (
                <span dir="ltr">{url}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
