"use client";

import { type FormEvent, useId, useState } from "react";
import { ShownToken } from "@/components/connect/shown-token";
import { buttonClass, fieldClass } from "@/components/ui/button";
import { RefusalNote } from "@/components/ui/refusal-note";
import { callApi, type Refusal } from "@/lib/client/call-api";

/** Gets a new token for a recovery code. */
export function RecoverForm({ onToken }: { onToken: (token: string) => void }) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function recover(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const recovery_code = String(new FormData(event.currentTarget).get("recovery_code") ?? "").trim();
    if (!recovery_code) return;
    setBusy(true);
    const { data, refusal: problem } = await callApi<{ data: { token: string } }>("/api/v1/connections/recover", {
      body: { recovery_code },
    });
    setBusy(false);
    setRefusal(problem);
    if (data) setFresh(data.data.token);
  }

  if (fresh) return <ShownToken token={fresh} codes={null} action="Use it in this tab" onUse={onToken} />;
  return (
    <details className="mt-6">
      <summary className="font-semibold text-base">The token is lost</summary>
      <form onSubmit={recover} autoComplete="off" className="mt-3">
        <p className="text-base text-ink-soft">
          A recovery code gets a new token. Every earlier token ends, and the code is used up.
        </p>
        <div className="mt-3 flex flex-wrap items-end gap-3">
          <label className="min-w-0 flex-1 basis-72" htmlFor={id}>
            <span className="font-semibold text-base">Recovery code</span>
            <input
              id={id}
              name="recovery_code"
              type="password"
              required
              autoComplete="off"
              spellCheck={false}
              placeholder="rc_…"
              className={`${fieldClass} mt-1 font-mono`}
            />
          </label>
          <button type="submit" aria-disabled={busy} className={buttonClass("quiet")}>
            Recover
          </button>
        </div>
        {refusal && <RefusalNote refusal={refusal} />}
      </form>
    </details>
  );
}
