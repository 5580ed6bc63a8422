"use client";

import { AuthorName } from "@/components/author-name";
import { DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";
import { type DashboardUse, DecisionForm } from "@/components/maintain/decision-form";
import { useList } from "@/components/maintain/use-list";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { RefusalNote } from "@/components/ui/refusal-note";
import { RelativeTime } from "@/components/ui/relative-time";
import { deciderOf } from "@/lib/contract/author-in-words";
import type { Decision } from "@/lib/contract/public/resources";

/** Recent decisions, with a button to revert those that allow it. */
export function DecisionList({ turn, said, ...use }: DashboardUse & { turn: number; said: SaidNow | null }) {
  const { items, refusal, more } = useList<Decision>(use.token, "decisions?limit=10", turn);
  return (
    <DashboardSection id="decided" title="Recent decisions" said={said}>
      {refusal && <RefusalNote refusal={refusal} />}
      {items?.length === 0 && <p className="mt-2 text-ink-soft">Nothing yet.</p>}
      <ul className="mt-2 divide-y divide-line">
        {items?.map((decision) => (
          <li key={decision.decision_id} className="space-y-1 py-4 text-base">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge>{decision.kind}</Badge>
              <span className="text-ink-soft">
                by <AuthorName author={deciderOf(decision)} />,{" "}
                <RelativeTime at={decision.created_at} now={Date.now()} />
              </span>
              <Subject decision={decision} />
            </p>
            <p dir="auto" className="max-w-3xl whitespace-pre-line">
              {decision.reason}
            </p>
            <TakeBack decision={decision} use={use} />
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className={buttonClass("quiet")} onClick={more}>
          Older decisions
        </button>
      )}
    </DashboardSection>
  );
}

function Subject({ decision: { skill_id, version_id, thread_id, message_id } }: { decision: Decision }) {
  if (skill_id && version_id) {
    return (
      <a className="link font-mono text-sm" href={`/skills/${skill_id}/versions/${version_id}`}>
        {version_id}
      </a>
    );
  }
  if (thread_id && message_id) {
    return (
      <a className="link font-mono text-sm" href={`/threads/${thread_id}#${message_id}`}>
        {message_id}
      </a>
    );
  }
  return null;
}

function TakeBack({ decision, use }: { decision: Decision; use: DashboardUse }) {
  const { kind, skill_id, version_id, message_id } = decision;
  if (kind === "withdrawal" && skill_id && version_id) {
    return (
      <Fold title="Restore the version">
        <DecisionForm
          {...use}
          path="restore"
          action="Restore"
          body={() => ({ skill_id, version_id })}
          say={({ state }: { state: string }) => `The version is ${state} again. It is not selected automatically.`}
        />
      </Fold>
    );
  }
  if (kind === "vouch" && version_id) {
    return (
      <Fold title="Make the version wait again">
        <DecisionForm
          {...use}
          path={`versions/${version_id}/quarantine`}
          action="Make it wait"
          body={() => ({})}
          say={() => "The version waits again."}
        />
      </Fold>
    );
  }
  if (kind === "hide" && message_id) {
    return (
      <Fold title="Show the message again">
        <DecisionForm
          {...use}
          path="show"
          action="Show"
          body={() => ({ message_id })}
          say={() => "The message is shown again."}
        />
      </Fold>
    );
  }
  return null;
}

export function Fold({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details>
      <summary className="text-base text-ink-soft">{title}</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
