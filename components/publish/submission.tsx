import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { Source } from "@/components/skills/origin";
import { Callout } from "@/components/ui/callout";
import { buttonClass } from "@/components/ui/controls";
import type { Operation } from "@/lib/contract/knowledge/resources";
import type { QueueItem } from "@/lib/contract/maintenance/queue";
import type { Origin } from "@/lib/contract/public/resources";
import { reasonsInWords } from "@/lib/contract/skill-in-words";

type Finding = QueueItem["review"]["findings"][number];

type CheckedProps = {
  checked: {
    verdict: "reject" | "hold" | "clear";
    findings: Finding[];
    policy: "risk" | "new-authors" | "off";
    warnings: Array<{ pointer: string; detail: string }>;
    duplicate: { title: string; canonical_url: string; withdrawn: boolean } | null;
    origin: Pick<Origin, "source_repository" | "source_commit" | "license" | "author">;
  };
  /** The text as its page would show it. */
  children: ReactNode;
};

const VERDICTS = {
  reject: { tone: "rust", title: "It cannot be published yet" },
  hold: { tone: "amber", title: "You can publish it; a person looks first" },
  clear: { tone: "moss", title: "All checks passed" },
} as const;

const CLASSES = {
  reject: "must be removed",
  hold: "a risk: a person looks first",
  label: "shown as a label; nothing waits for it",
  notice: "notice",
} as const;

/** What the checks say of a skill that is not published yet, and its preview. */
export function Checked({ checked, children }: CheckedProps) {
  const { verdict, findings, policy, warnings, duplicate, origin } = checked;
  const isNew = policy === "new-authors";
  return (
    <>
      <section id="checked" aria-labelledby="checked-title" className="space-y-4">
        <h2 id="checked-title" className="text-2xl">
          Check
        </h2>
        <div role="status">
          <Callout tone={VERDICTS[verdict].tone} title={VERDICTS[verdict].title}>
            {verdict === "reject" && <p>Correct the problems listed here, then check again. Nothing was stored.</p>}
            {verdict === "hold" && (
              <p>
                A risk is something that the text makes an agent able to do, not proof of a bad intent. Until a
                maintainer has looked, the version is found at its own address only. Authors with a record wait only for
                a risk that their last accepted version had not.
              </p>
            )}
            {verdict === "clear" && isNew && (
              <p>A maintainer looks first at each version of an author who has no record yet.</p>
            )}
            {duplicate && (
              <p>
                The same text {duplicate.withdrawn ? "was published before and has been withdrawn" : "is published"}:{" "}
                <a className="link" href={new URL(duplicate.canonical_url).pathname}>
                  {duplicate.title}
                </a>
              </p>
            )}
          </Callout>
        </div>
        {findings.length > 0 && (
          <ul aria-label="What the rules found" className="divide-y divide-line border-line border-y">
            {findings.map((finding) => (
              <li key={`${finding.rule} ${finding.file ?? finding.field} ${finding.line}`} className="py-3 text-base">
                <span className="font-semibold">
                  {finding.file ?? finding.field} line {finding.line}: {finding.what}
                </span>{" "}
                <span className="text-ink-soft">
                  ({CLASSES[finding.class]}, rule {finding.rule})
                </span>
                {finding.excerpt && (
                  <code dir="auto" className="mt-1 block whitespace-pre-wrap break-words font-mono text-sm">
                    {finding.excerpt}
                  </code>
                )}
              </li>
            ))}
          </ul>
        )}
        {warnings.length > 0 && (
          <Callout tone="amber" title="Versions not understood">
            {warnings.map(({ pointer, detail }) => (
              <p key={pointer}>
                The versions of technology {Number(pointer.split("/")[2]) + 1}: this {detail}.
              </p>
            ))}
          </Callout>
        )}
        {Object.values(origin).some((value) => value !== null) && (
          <p className="text-base text-ink-soft">
            Origin: <Source origin={origin} />
            {origin.license && (
              <>
                , licence <bdi>{origin.license}</bdi>
              </>
            )}
          </p>
        )}
      </section>
      <section aria-labelledby="preview-title">
        <h2 id="preview-title" className="text-2xl">
          Preview
        </h2>
        <div className="mt-3 rounded-lg border border-line bg-surface p-5 sm:p-7">{children}</div>
      </section>
    </>
  );
}

type SubmissionStateProps = {
  operation: Operation;
  path: string;
  waiting: {
    reasons: string[];
    findings: Finding[];
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
