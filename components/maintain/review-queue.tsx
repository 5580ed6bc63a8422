"use client";

import { AuthorName } from "@/components/author-name";
import { type DashboardList, DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";
import { type DashboardUse, DecisionForm } from "@/components/maintain/decisions";
import { Findings } from "@/components/maintain/listed-versions";
import { Applicability } from "@/components/skills/applicability";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { buttonClass } from "@/components/ui/controls";
import { UnifiedDiff } from "@/components/ui/diff-view";
import { RefusalNote } from "@/components/ui/refusal-note";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Operation } from "@/lib/contract/knowledge/resources";
import type { QueueItem } from "@/lib/contract/maintenance/queue";

const BECAUSE: Record<QueueItem["review"]["because"], string> = {
  author_of_skill_decides: "It updates another author's skill: the author or a maintainer decides.",
  maintainers_decide: "Every new submission needs a maintainer here.",
};

type ReviewQueueProps = DashboardUse & {
  queue: DashboardList<QueueItem>;
  waiting: string | null;
  said: SaidNow | null;
};

/** Submissions that wait for a decision, oldest first. */
export function ReviewQueue({ queue, waiting, said, ...use }: ReviewQueueProps) {
  const { items, refusal, more } = queue;
  return (
    <DashboardSection id="review" title="In review" waiting={waiting} said={said} busy={items === null}>
      {refusal && <RefusalNote refusal={refusal} />}
      {items?.length === 0 && <p className="mt-2 text-ink-soft">Nothing is waiting for a decision.</p>}
      {items && items.length > 1 && <Overview items={items} />}
      <ul className="mt-2 divide-y divide-line">
        {items?.map((item) => (
          <li key={item.operation.operation_ref} id={item.operation.operation_ref} className="py-6">
            <Item item={item} use={use} />
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className={buttonClass("quiet")} onClick={more}>
          More in review
        </button>
      )}
    </DashboardSection>
  );
}

/** The titles of waiting submissions, as links to each: one submission may be very long. */
function Overview({ items }: { items: QueueItem[] }) {
  return (
    <nav aria-label="Pending submissions" className="mt-3">
      <ol className="list-decimal space-y-1 ps-6 text-base">
        {items.map(({ operation, submission }) => (
          <li key={operation.operation_ref}>
            <a className="link" href={`#${operation.operation_ref}`}>
              <bdi>{submission.title}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Item({ item, use }: { item: QueueItem; use: DashboardUse }) {
  const { operation, submission, submitted_by, review, changes, skill } = item;
  return (
    <article aria-label={submission.title} className="space-y-4">
      <header>
        <h3 dir="auto" className="text-xl">
          {submission.title}
        </h3>
        <p dir="auto" className="mt-1 text-ink-soft">
          {submission.description}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-ink-soft">
          <Badge tone="amber">{submission.kind === "create" ? "New skill" : "Update"}</Badge>
          <span>
            by <AuthorName author={submitted_by} />, <RelativeTime at={operation.created_at} now={Date.now()} />
          </span>
          {skill && (
            <a className="link" href={`/skills/${skill.skill_id}`}>
              The skill now
            </a>
          )}
          {review.ref && (
            <a className="link" href={`/skills/${review.ref.skill_id}/versions/${review.ref.version_id}`}>
              The candidate
            </a>
          )}
        </p>
        <p className="mt-2 text-base">{BECAUSE[review.because]}</p>
      </header>
      {review.findings.length > 0 && <Findings findings={review.findings} />}
      <dl className="grid gap-x-6 gap-y-1 text-base sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Said name="What changes" text={submission.change_summary} />
        <Said name="Why" text={submission.rationale} />
        <Said name="Based on" text={submission.supporting_basis} />
      </dl>
      {submission.applicability && <Applicability entries={submission.applicability} />}
      <Text item={item} changes={changes} />
      <Decide item={item} use={use} />
    </article>
  );
}

function Said({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd dir="auto" className="whitespace-pre-line">
        {text}
      </dd>
    </>
  );
}

function Text({ item, changes }: { item: QueueItem; changes: QueueItem["changes"] }) {
  const { markdown } = item.submission;
  return (
    <>
      {changes?.withheld && (
        <Callout tone="amber">Its base version was withdrawn, so there is nothing to compare it with.</Callout>
      )}
      {changes && !changes.withheld && (
        <div className="space-y-2">
          <p className="text-base text-ink-soft">
            Differs in {changes.fields.length > 0 ? changes.fields.join(", ").replaceAll("_", " ") : "nothing"};{" "}
            {changes.lines_added} lines more, {changes.lines_removed} fewer, from{" "}
            <a className="link" href={`/skills/${changes.base.skill_id}/versions/${changes.base.version_id}`}>
              its base
            </a>
            .
          </p>
          {changes.unified && <UnifiedDiff text={changes.unified} label="What the update changes, old to new" />}
        </div>
      )}
      <details open={changes === null}>
        <summary className="font-semibold text-base">The whole text as submitted</summary>
        <pre
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
          tabIndex={0}
          className="mt-2 max-h-96 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-3 font-mono text-sm"
        >
          {markdown}
        </pre>
      </details>
    </>
  );
}

function Decide({ item, use }: { item: QueueItem; use: DashboardUse }) {
  const { operation, submission, skill } = item;
  const moved =
    submission.kind === "update" &&
    skill !== null &&
    skill.selection_revision !== submission.observed_selection_revision;
  const ask = (decision: "approve" | "reject") => ({
    operation_ref: operation.operation_ref,
    decision,
    ...(moved && decision === "approve" ? { observed_selection_revision: skill.selection_revision } : {}),
  });
  const say = ({ operation: now }: { operation: Operation }) => `${submission.title}: ${now.state}.`;
  return (
    <div className="space-y-3">
      {moved && (
        <Callout tone="amber" title="Another version was selected since it was submitted">
          Approving still selects this one over the current version.
        </Callout>
      )}
      <details name={`decide-${operation.operation_ref}`}>
        <summary className="font-semibold text-base">Approve it</summary>
        <div className="mt-2">
          <DecisionForm {...use} path="decide" action="Approve" body={() => ask("approve")} say={say} />
        </div>
      </details>
      <details name={`decide-${operation.operation_ref}`}>
        <summary className="font-semibold text-base">Reject it</summary>
        <div className="mt-2">
          <DecisionForm
            {...use}
            path="decide"
            action="Reject"
            question="Reject this submission? Its author sees the reason. The text is not published."
            body={() => ask("reject")}
            say={say}
          />
        </div>
      </details>
    </div>
  );
}
