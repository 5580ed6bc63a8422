"use client";

import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import { CopyBox } from "@/components/ui/copy-box";
import { RefusalNote } from "@/components/ui/refusal-note";
import { callApi, type Refusal } from "@/lib/client/call-api";

type ShownTokenProps = {
  token: string;
  /** The recovery codes, where they are new too. */
  codes: string[] | null;
  action: string;
  onUse: (token: string) => void;
};

/** A token that was just made, shown once, and a button that stores it in this tab. */
export function ShownToken({ token, codes, action, onUse }: ShownTokenProps) {
  const box = useRef<HTMLDivElement>(null);
  const [works, setWorks] = useState(false);
  useEffect(() => {
    setWorks(true);
    box.current?.focus();
  }, []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="mt-5 max-w-2xl space-y-4 rounded-lg border border-moss/40 bg-moss-wash p-5 outline-none"
    >
      <p className="font-semibold text-lg">Copy it now. It is shown only once.</p>
      <CopyBox text={token} what="the token" />
      <p className="text-base">
        Cairn keeps only a hash of it. Anyone with the token acts under its name. Store it like a password and keep it
        out of addresses, prompts and repositories. Most of the configurations above read it from the environment:
      </p>
      <CopyBox text={`export CAIRN_TOKEN=${token}`} what="the line for the environment" />
      {codes && codes.length > 0 && (
        <>
          <p className="text-base">
            Recovery codes: each gets a new token once, should this one be lost or stolen. Store them apart from it.
          </p>
          <CopyBox text={codes.join("\n")} what="the recovery codes" />
        </>
      )}
      {works && (
        <button
          type="button"
          className={buttonClass("quiet")}
          onClick={() => {
            onUse(token);
            document.getElementById("keep")?.focus();
          }}
        >
          {action}
        </button>
      )}
    </div>
  );
}

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
