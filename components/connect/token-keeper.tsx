"use client";

import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { RecoverForm } from "@/components/connect/recover-form";
import { TokenForm } from "@/components/connect/token-form";
import { buttonClass } from "@/components/ui/button";
import type { Notice } from "@/components/ui/error-messages";
import { lazySection } from "@/components/ui/lazy-section";
import { NoticeBox } from "@/components/ui/notice-box";
import { tell } from "@/components/ui/show-notice";
import { callApi } from "@/lib/client/call-api";
import type { OwnConnection } from "@/lib/contract/public/connections";

const KeptConnection = lazySection(() => import("@/components/connect/kept-connection"));

/** Manages one token: its connection, pending operations and mode. */
export function TokenKeeper({ token, onToken }: { token: string | null; onToken: (token: string | null) => void }) {
  const [connection, setConnection] = useState<OwnConnection | null>(null);
  const [refusal, setRefusal] = useState<Notice | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const look = useCallback(async () => {
    if (!token) return;
    const { data, refusal: problem } = await callApi<{ data: OwnConnection }>("/api/v1/connections/self", { token });
    setRefusal(problem && (await tell(problem)));
    setConnection(data?.data ?? null);
  }, [token]);
  useEffect(() => void look(), [look]);

  if (deleted)
    return (
      <Section>
        <p ref={(note) => note?.focus()} role="status" tabIndex={-1} className="text-lg outline-none">
          {deleted}
        </p>
      </Section>
    );
  return (
    <Section isBusy={Boolean(token && !connection && !refusal)}>
      {!token && <PasteForm onToken={onToken} />}
      {token && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
          This tab holds a token until you close it.
          <button type="button" className={buttonClass("quiet")} onClick={() => onToken(null)}>
            Forget it
          </button>
        </p>
      )}
      {token && !connection && !refusal && ASKING}
      {refusal && (
        <div className="mt-5">
          <NoticeBox told={refusal} />
        </div>
      )}
      {token && connection && (
        <Suspense fallback={ASKING}>
          <KeptConnection
            connection={connection}
            token={token}
            onChange={look}
            onToken={onToken}
            onDeleted={setDeleted}
          />
        </Suspense>
      )}
    </Section>
  );
}

function Section({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  return (
    <section id="keep" tabIndex={-1} aria-labelledby="keep-title" className="mt-14 outline-none">
      <h2 id="keep-title" className="text-2xl">
        Manage token
      </h2>
      <div className="mt-2 max-w-2xl" aria-busy={isBusy}>
        {children}
      </div>
    </section>
  );
}

const ASKING = <p className="mt-5 text-ink-soft">Asking…</p>;

function PasteForm({ onToken }: { onToken: (token: string) => void }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready)
    return (
      <p className="text-ink-soft">This part needs JavaScript. You can do the same from a terminal, as shown below.</p>
    );
  return (
    <>
      <p className="text-ink-soft">
        Paste a token to see its use, mode and pending submissions, to replace or revoke it, to export what it wrote, or
        to delete it. It stays in this tab until you close the tab or press &ldquo;Forget it&rdquo;. It is sent only to
        this service, in a header.
      </p>
      <TokenForm label="Token" action="Open" className="mt-4" onToken={onToken} />
      <RecoverForm onToken={onToken} />
    </>
  );
}
