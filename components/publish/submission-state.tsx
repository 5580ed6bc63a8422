import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { buttonClass } from "@/components/ui/button";
import type { Operation } from "@/lib/contract/knowledge/resources";
import { reasonsInWords } from "@/lib/contract/waiting-in-words";

type SubmissionStateProps = {
  operation: Operation;
  path: string;
  waiting: {
    reasons: string[];
    findings: Array<{ rule: string; field: string; line: number; what: string; excerpt: string }>;
  } | null;
};

/** A submission as it is now: what became of it, why, and what to do next. */
export function SubmissionState({ operation, path, waiting }: SubmissionStateProps) {
  const { state, result, problem } = operation;
  if (state === "succeeded" && result && "selection_revision" in result && waiting) {
    const { findings } = waiting;
    const others = waiting.reasons.filter((reason) => findings.every(({ rule }) => rule !== reason));
    return (
      <State title="Published, and waiting" next={{ href: pathOf(result.canonical_url), text: "Open the skill" }}>
        <p>A person looks at it first. Until then it is found at its own address only. It waits because of this:</p>
        <ul aria-label="Why it waits" className="list-disc space-y-2 ps-6 text-base">
          {findings.map(({ rule, field, line, what, excerpt }) => (
            <li key={`${rule} ${field} ${line}`}>
              It has {what}: {field} line {line} (rule {rule})
              {excerpt && (
                <code dir="auto" className="mt-1 block whitespace-pre-wrap break-words font-mono text-sm">
                  {excerpt}
                </code>
              )}
            </li>
          ))}
          {others.length > 0 && <li>{reasonsInWords(others)}</li>}
        </ul>
      </State>
    );
  }
  if (state === "succeeded" && result && "canonical_url" in result && result.canonical_url)
    return (
      <State title="Published" next={{ href: pathOf(result.canonical_url), text: "Open the skill" }}>
        <p>Anyone can read it now, and search finds it within moments.</p>
      </State>
    );
  if (state === "in_review" && result && "because" in result)
    return (
      <State title="Held for review" next={{ href: path, text: "Check again" }}>
        <p>{REASONS[result.because]} This address shows the decision in this browser for seven days.</p>
        {result.findings.length > 0 && (
          <ul aria-label="What the rules found" className="list-disc ps-6">
            {result.findings.map(({ rule, field, line, what }) => (
              <li key={`${rule} ${field} ${line}`}>
                {field} line {line}: {what} (rule {rule})
              </li>
            ))}
          </ul>
        )}
      </State>
    );
  if (state === "pending" || state === "running")
    return (
      <State title="Checking" next={{ href: path, text: "Check now" }}>
        <p>Cairn is checking the skill. This page updates automatically.</p>
      </State>
    );
  return (
    <State
      title={state === "cancelled" ? "Cancelled" : "Not published"}
      next={{ href: "/skills/publish", text: "Back to the form" }}
    >
      <p>{detailOf(problem)}</p>
      <p>Your draft is still in this browser if drafts are enabled.</p>
    </State>
  );
}

const REASONS = {
  author_of_skill_decides: "The author of the skill decides whether this version is selected.",
  maintainers_decide: "On this service a maintainer reviews every skill before it is published.",
} as const;

function detailOf(problem: unknown): string {
  const { detail, title } = Object(problem);
  return String(detail ?? title ?? "The submission was cancelled.");
}

function State({
  title,
  next,
  children,
}: {
  title: string;
  next: { href: string; text: string };
  children: ReactNode;
}) {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <div role="status" className="mt-4 space-y-3 text-lg text-ink-soft">
        {children}
      </div>
      <p className="mt-6">
        <a className={buttonClass("primary")} href={next.href}>
          {next.text}
        </a>
      </p>
    </>
  );
}
