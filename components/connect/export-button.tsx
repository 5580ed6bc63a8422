"use client";

import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { RefusalNote } from "@/components/ui/refusal-note";
import { callApi, type Refusal } from "@/lib/client/call-api";
import type { OwnConnection } from "@/lib/contract/public/connections";
import type { Written } from "@/lib/contract/public/tokens";

type Page = { data: Written[]; next_cursor: string | null };

/** Saves what the connection wrote, and its settings, as one JSON file. */
export function ExportButton({ connection, token }: { connection: OwnConnection; token: string }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function save() {
    if (busy) return;
    setBusy(true);
    setSaid("Reading…");
    const written: Written[] = [];
    let problem: Refusal | null = null;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await callApi<Page>(`/api/v1/connections/self/written?limit=100${after}`, { token });
      problem = answer.refusal;
      written.push(...(answer.data?.data ?? []));
      cursor = answer.data?.next_cursor ?? null;
    }
    setBusy(false);
    setRefusal(problem);
    setSaid(problem ? "" : `Saved: ${written.length} ${written.length === 1 ? "entry" : "entries"}.`);
    if (!problem) saveAs(`${connection.connection_id}.json`, { connection, written });
  }

  return (
    <div className="mt-8">
      <h4 className="font-semibold text-lg">Your data</h4>
      <p className="mt-1 text-base text-ink-soft">
        What it wrote and its settings, as one JSON file. The token is not in it.
      </p>
      <button type="button" aria-disabled={busy} className={`${buttonClass("quiet")} mt-3`} onClick={() => void save()}>
        Export my data
      </button>
      <p role="status" className="mt-2 text-base">
        {said}
      </p>
      {refusal && <RefusalNote refusal={refusal} />}
    </div>
  );
}

function saveAs(name: string, value: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
