"use client";

import { type FormEvent, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { buttonClass } from "@/components/ui/controls";
import { RefusalNote } from "@/components/ui/refusal-note";
import { exactTime } from "@/components/ui/relative-time";
import { newIdempotencyKey } from "@/lib/client/call";
import { callApi, type Refusal } from "@/lib/client/call-api";
import type { Control, ControlMode } from "@/lib/contract/knowledge/resources";
import type { OwnConnection } from "@/lib/contract/public/connections";

const MODES: Array<{ mode: ControlMode; means: string }> = [
  { mode: "active", means: "It can read and write." },
  { mode: "read-only", means: "It can search and read but not write. Pending submissions continue." },
  { mode: "paused", means: "It can only check its own state. Pending submissions are paused." },
];

/** Changes a token's mode, based on the revision that the page shows. */
export function ModeForm({
  control,
  token,
  onChange,
}: {
  control: Control;
  token: string;
  onChange: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function change(mode: ControlMode) {
    setBusy(true);
    const { data, refusal: problem } = await setControls(token, control, { mode });
    // Announced only after the buttons are enabled again.
    await onChange();
    setBusy(false);
    setRefusal(problem && inWords(problem));
    if (data) setSaid(`The mode is ${data.data.control.mode}, at revision ${data.data.control.control_revision}.`);
    else setSaid("");
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const wanted = new FormData(event.currentTarget).get("mode");
    const known = MODES.find(({ mode }) => mode === wanted);
    if (known) void change(known.mode);
  }

  return (
    <div className="mt-8">
      <form onSubmit={submit}>
        <fieldset>
          <legend className="font-semibold text-lg">Mode</legend>
          {MODES.map(({ mode, means }) => (
            <label key={mode} className="mt-2 flex items-baseline gap-2.5">
              <input
                // A new revision resets the choice to the current mode.
                key={control.control_revision}
                type="radio"
                name="mode"
                value={mode}
                defaultChecked={control.mode === mode}
                className="size-4 shrink-0 self-center accent-moss"
              />
              <span>
                <span className="font-semibold">{mode}</span>
                <span className="ms-2 text-base text-ink-soft">{means}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <button type="submit" aria-disabled={busy} className={`${buttonClass("primary")} mt-4`}>
          Set the mode
        </button>
      </form>
      <p role="status" className="mt-3 text-base">
        {said}
      </p>
      {refusal && <RefusalNote refusal={refusal} />}
      <div className="mt-6">
        <ConfirmButton
          busy={busy}
          question="Revoke this token permanently? It stops working at once and its pending submissions are cancelled. This cannot be undone."
          yes="Revoke permanently"
          onSure={() => void change("revoked")}
        >
          Revoke it…
        </ConfirmButton>
      </div>
    </div>
  );
}

const KINDS = { task_start: "a task", insight: "an insight", skill_submission: "a skill" } as const;

type WaitingOperationsProps = {
  waiting: OwnConnection["waiting"];
  control: Control;
  token: string;
  onChange: () => Promise<void>;
};

/** Pending operations, each with a cancel button. */
export function WaitingOperations({ waiting, control, token, onChange }: WaitingOperationsProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function cancel(operation_ref: string) {
    if (busy) return;
    setBusy(operation_ref);
    const { data, refusal: problem } = await setControls(token, control, { cancel_operation_refs: [operation_ref] });
    await onChange();
    setBusy(null);
    setRefusal(problem && inWords(problem));
    setSaid(!data ? "" : data.data.cancelled.length > 0 ? "Cancelled." : "It had finished already.");
  }

  return (
    <div className="mt-8">
      <h4 className="font-semibold text-lg">Pending operations</h4>
      {waiting.count === 0 ? (
        <p className="mt-1 text-ink-soft">None: every operation of this token has finished.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line border-line border-y">
          {waiting.operations.map(({ operation_ref, kind, state, created_at }) => (
            <li key={operation_ref} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 text-base">
              <span className="font-semibold">{KINDS[kind]}</span>
              <Badge tone={state === "in_review" ? "amber" : "plain"}>{state.replace("_", " ")}</Badge>
              <span className="min-w-0 font-mono text-ink-soft text-sm" title={exactTime(created_at)}>
                {operation_ref}
              </span>
              <button
                type="button"
                aria-disabled={busy !== null}
                aria-label={`Cancel ${operation_ref}`}
                className={`${buttonClass("quiet")} ms-auto`}
                onClick={() => void cancel(operation_ref)}
              >
                Cancel
              </button>
            </li>
          ))}
        </ul>
      )}
      {waiting.count > waiting.operations.length && (
        <p className="mt-2 text-base text-ink-soft">and {waiting.count - waiting.operations.length} more.</p>
      )}
      <p role="status" className="mt-2 text-base">
        {said}
      </p>
      {refusal && <RefusalNote refusal={refusal} />}
    </div>
  );
}

type Controls = {
  control: Control;
  cancelled: string[];
  not_cancelled: Array<{ operation_ref: string; reason: "already_finished" | "unknown" }>;
};

/** Sets the mode or cancels operations, if the control is still the one this page shows. */
function setControls(token: string, seen: Control, change: { mode?: ControlMode; cancel_operation_refs?: string[] }) {
  return callApi<{ data: Controls }>("/api/knowledge/v2/controls", {
    token,
    body: { expected_control_revision: seen.control_revision, ...change },
    idempotencyKey: newIdempotencyKey(),
  });
}

/** A message for a conflict: the current mode, and that nothing was changed. Other refusals unchanged. */
function inWords(refusal: Refusal): Refusal {
  if (refusal.code !== "control_revision_conflict") return refusal;
  return {
    ...refusal,
    title: "Someone else changed it in the meantime",
    detail: `It is ${String(refusal.more.current_mode)} now, at revision ${String(refusal.more.current_control_revision)}. Your change was not made.`,
    next_step: "This page shows the current state. Check it, then decide again.",
  };
}
