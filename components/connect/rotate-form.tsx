"use client";

import { type FormEvent, useState } from "react";
import { ShownToken } from "@/components/connect/shown-token";
import { buttonClass, fieldClass } from "@/components/ui/button";
import { RefusalNote } from "@/components/ui/refusal-note";
import { callApi, type Refusal } from "@/lib/client/call-api";

const OVERLAPS = [
  [0, "at once"],
  [3_600, "in an hour"],
  [86_400, "in a day"],
] as const;

/** Replaces the token. The new one is shown here and kept in this tab only when its owner says so. */
export function RotateForm({ token, onToken }: { token: string; onToken: (token: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function rotate(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const overlap_seconds = Number(new FormData(event.currentTarget).get("overlap"));
    setBusy(true);
    const { data, refusal: problem } = await callApi<{ data: { token: string } }>("/api/v1/connections/rotate", {
      token,
      body: { overlap_seconds },
    });
    setBusy(false);
    setRefusal(problem);
    if (data) setFresh(data.data.token);
  }

  return (
    <div className="mt-8">
      <h4 className="font-semibold text-lg">Replace the token</h4>
      {fresh ? (
        <ShownToken token={fresh} codes={null} action="Use it in this tab" onUse={onToken} />
      ) : (
        <form onSubmit={rotate} className="mt-2 flex flex-wrap items-end gap-3">
          <label className="min-w-0">
            <span className="block text-base">The old one ends</span>
            <select name="overlap" className={`${fieldClass} mt-1`}>
              {OVERLAPS.map(([seconds, words]) => (
                <option key={seconds} value={seconds}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" aria-disabled={busy} className={buttonClass("quiet")}>
            Replace it
          </button>
        </form>
      )}
      {refusal && <RefusalNote refusal={refusal} />}
    </div>
  );
}
