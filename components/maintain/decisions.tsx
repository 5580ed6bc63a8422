"use client";

import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { AuthorName } from "@/components/author-name";
import { DashboardSection, type SaidNow, useList } from "@/components/maintain/dashboard-section";
import { Badge } from "@/components/ui/badge";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import { RefusalNote } from "@/components/ui/refusal-note";
import { RelativeTime } from "@/components/ui/relative-time";
import { newIdempotencyKey } from "@/lib/client/call";
import { callApi, type Refusal } from "@/lib/client/call-api";
import type { Decision } from "@/lib/contract/public/resources";
import { deciderOf } from "@/lib/contract/skill-in-words";

/** Shared by the forms of the moderation dashboard: the acting token, and the callback after a decision. */
export type DashboardUse = { token: string; reasonMax: number; onDone: (said: string) => void };

type DecisionFormProps<T> = DashboardUse & {
  path: string;
  /** The request beside the reason; null when the form is not complete. */
  body: (form: FormData) => Record<string, unknown>;
  /** The result, in a sentence. */
  say: (answer: T) => string;
  action: string;
  /** Question to confirm before a destructive action. */
  question?: string;
  children?: ReactNode;
};

/**
 * One decision: its fields, a public reason, and a confirmation for destructive actions. Takes effect once, however
 * often it is sent.
 */
export function DecisionForm<T>({
  token,
  reasonMax,
  onDone,
  path,
  body,
  say,
  action,
  question,
  children,
}: DecisionFormProps<T>) {
  const id = useId();
  const attempt = useRef<string | null>(null);
  const [asked, setAsked] = useState<Record<string, unknown> | null>(null);
  const [back, setBack] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function send(request: Record<string, unknown>) {
    setBusy(true);
    attempt.current ??= newIdempotencyKey();
    const { data, refusal: problem } = await callApi<{ data: T }>(`/api/v1/maintenance/${path}`, {
      token,
      body: request,
      idempotencyKey: attempt.current,
    });
    // Without an answer the result is unknown, so the next try reuses the same key.
    if (problem?.code !== "no_answer") attempt.current = null;
    setBusy(false);
    setRefusal(problem);
    if (data) onDone(say(data.data));
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const request = { ...body(form), reason: String(form.get("reason") ?? "").trim() };
    if (question) setAsked(request);
    else void send(request);
  }

  /** Returns the focus to the button that asked, unless the user is typing elsewhere. */
  function leave(focus: boolean) {
    setAsked(null);
    setBack(focus);
  }

  return (
    <form onSubmit={submit} onChange={() => leave(false)} className="max-w-2xl space-y-3">
      {children}
      <label className="block" htmlFor={id}>
        <span className="text-base text-ink-soft">Reason (public)</span>
        <textarea
          id={id}
          name="reason"
          required
          rows={2}
          maxLength={reasonMax}
          dir="auto"
          className={`${fieldClass} mt-1 block`}
        />
      </label>
      {refusal && <RefusalNote refusal={refusal} />}
      {asked ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of the form around it.
        <div role="group" aria-label={question} className="rounded-md border border-rust/40 bg-rust-wash p-4">
          <p className="text-base">{question}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <button
              type="button"
              className={buttonClass("danger")}
              onClick={() => {
                leave(true);
                void send(asked);
              }}
            >
              Yes, {action.toLowerCase()}
            </button>
            {/* biome-ignore lint/a11y/noAutofocus: the question replaces the button that was pressed. */}
            <button type="button" autoFocus className={buttonClass("quiet")} onClick={() => leave(true)}>
              No
            </button>
          </div>
        </div>
      ) : (
        <button
          type="submit"
          aria-disabled={busy}
          // biome-ignore lint/a11y/noAutofocus: the button returns in place of the question.
          autoFocus={back}
          className={buttonClass(question ? "quiet" : "primary")}
        >
          {busy ? "Sending…" : question ? `${action}…` : action}
        </button>
      )}
    </form>
  );
}

type WithdrawProps<T> = Pick<DecisionFormProps<T>, "say"> & {
  use: DashboardUse;
  ids: { skill_id: string; version_id: string };
};

/** Withdraws a version. */
export function Withdraw<T>({ use, ids, say }: WithdrawProps<T>) {
  return (
    <DecisionForm
      {...use}
      path="withdraw"
      action="Withdraw"
      question="Withdraw this version? It can no longer be loaded, and everyone can read the reason."
      body={() => ids}
      say={say}
    />
  );
}

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
