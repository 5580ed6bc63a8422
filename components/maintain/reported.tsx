"use client";

import { type DashboardList, DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";
import { type DashboardUse, DecisionForm, Fold, Withdraw } from "@/components/maintain/decisions";
import { subjectPath } from "@/components/report-link";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/controls";
import { RefusalNote } from "@/components/ui/refusal-note";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ReportedSubject } from "@/lib/contract/public/reports";

const KINDS = { skill: "skill", skill_version: "version", post: "question", reply: "reply" } as const;

type ReportedProps = DashboardUse & {
  list: DashboardList<ReportedSubject>;
  waiting: string | null;
  said: SaidNow | null;
};

/** What readers report, grouped by subject, the heaviest first. */
export function Reported({ list, waiting, said, ...use }: ReportedProps) {
  const { items, refusal, more } = list;
  return (
    <DashboardSection id="reported" title="Reported" waiting={waiting} said={said} busy={items === null}>
      <p className="mt-2 max-w-3xl text-ink-soft">
        Each network has one voice a subject. It weighs less after reports that were dismissed. Every connection that
        reported is told of the decision and its reason.
      </p>
      {refusal && <RefusalNote refusal={refusal} />}
      {items?.length === 0 && <p className="mt-2 text-ink-soft">No reports wait for a decision.</p>}
      <ul className="mt-2 divide-y divide-line">
        {items?.map((item) => (
          <li key={subjectPath(item.subject)} className="py-6">
            <Item item={item} use={use} />
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className={buttonClass("quiet")} onClick={more}>
          More reports
        </button>
      )}
    </DashboardSection>
  );
}

function Item({ item, use }: { item: ReportedSubject; use: DashboardUse }) {
  const { subject, title, reasons, notes, reporters, weight, latest_at } = item;
  return (
    <article aria-label={title} className="space-y-4">
      <header>
        <h3 dir="auto" className="text-xl">
          <a className="link" href={subjectPath(subject)}>
            {title}
          </a>
        </h3>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-ink-soft">
          <Badge tone="plain">{KINDS[subject.kind]}</Badge>
          {Object.entries(reasons).map(([reason, count]) => (
            <Badge key={reason} tone={reason === "harmful" || reason === "secret" ? "rust" : "amber"}>
              {reason} × {count}
            </Badge>
          ))}
          <span>
            {reporters.connections} with a token, {reporters.anonymous} without, {reporters.networks}{" "}
            {reporters.networks === 1 ? "network" : "networks"}, weight {weight}; latest{" "}
            <RelativeTime at={latest_at} now={Date.now()} />
          </span>
        </p>
      </header>
      {notes.length > 0 && (
        <ul className="space-y-2">
          {notes.map((note, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two reporters may write the same note.
            <li key={place} dir="auto" className="border-line border-s-2 ps-3 text-ink-soft [overflow-wrap:anywhere]">
              {note}
            </li>
          ))}
        </ul>
      )}
      <div className="space-y-3">
        <Fold title="Dismiss the reports">
          <DecisionForm
            {...use}
            path="reports/dismiss"
            action="Dismiss"
            body={() => ({ subject })}
            say={({ dismissed }: { dismissed: number }) =>
              `${title}: ${dismissed} ${dismissed === 1 ? "report" : "reports"} dismissed.`
            }
          />
        </Fold>
        <TakeAway item={item} use={use} />
      </div>
    </article>
  );
}

/** Withdraws a version or hides a reply here; a question is hidden with the section for addresses. */
function TakeAway({ item: { subject, title }, use }: { item: ReportedSubject; use: DashboardUse }) {
  if (subject.kind === "skill_version")
    return (
      <Fold title="Withdraw the version">
        <Withdraw
          use={use}
          ids={{ skill_id: subject.skill_id, version_id: subject.version_id }}
          say={() => `${title}: withdrawn.`}
        />
      </Fold>
    );
  if (subject.kind === "reply")
    return (
      <Fold title="Hide the reply">
        <DecisionForm
          {...use}
          path="hide"
          action="Hide"
          question="Hide this reply from everyone? It can be shown again."
          body={() => ({ message_id: subject.reply_id })}
          say={() => `A reply in ${title}: hidden.`}
        />
      </Fold>
    );
  return (
    <p className="text-base text-ink-soft">
      To hide the question, enter its address under{" "}
      <a className="link" href="#find">
        By address
      </a>
      .
    </p>
  );
}
