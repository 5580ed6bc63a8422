"use client";

import { useState } from "react";
import { inWords, setControls } from "@/components/connect/set-controls";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { RefusalNote } from "@/components/ui/refusal-note";
import { exactTime } from "@/components/ui/relative-time";
import type { Refusal } from "@/lib/client/call-api";
import type { Control } from "@/lib/contract/knowledge/resources";
import type { OwnConnection } from "@/lib/contract/public/connections";

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
