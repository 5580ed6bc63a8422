"use client";

import { type FormEvent, useState } from "react";
import { inWords, setControls } from "@/components/connect/set-controls";
import { buttonClass } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { RefusalNote } from "@/components/ui/refusal-note";
import type { Refusal } from "@/lib/client/call-api";
import type { Control, ControlMode } from "@/lib/contract/knowledge/resources";

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
