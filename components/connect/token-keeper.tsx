"use client";

import { useCallback, useEffect, useState } from "react";
import { ModeForm } from "@/components/connect/mode-form";
import { TokenForm } from "@/components/connect/token-form";
import { WaitingOperations } from "@/components/connect/waiting-operations";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { RefusalNote } from "@/components/ui/refusal-note";
import { day } from "@/components/ui/relative-time";
import { callApi, type Refusal } from "@/lib/client/call-api";
import type { OwnConnection } from "@/lib/contract/public/connections";

export const MODE_TONES = { active: "moss", "read-only": "plain", paused: "amber", revoked: "rust" } as const;

/** Looks after one token: what it stands for, what waits, and what it may do. */
export function TokenKeeper({ token, onToken }: { token: string | null; onToken: (token: string | null) => void }) {
  const [connection, setConnection] = useState<OwnConnection | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const look = useCallback(async () => {
    if (!token) return;
    const { data, refusal: problem } = await callApi<{ data: OwnConnection }>("/api/v1/connections/self", { token });
    setRefusal(problem);
    setConnection(data?.data ?? null);
  }, [token]);
  useEffect(() => void look(), [look]);

  return (
    <section id="keep" aria-labelledby="keep-title" className="mt-14">
      <h2 id="keep-title" className="text-2xl">
        Look after a token
      </h2>
      <div className="mt-2 max-w-2xl" aria-busy={Boolean(token && !connection && !refusal)}>
        {!token && <PasteForm onToken={onToken} />}
        {token && (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
            This tab holds a token until you close it.
            <button type="button" className={buttonClass("quiet")} onClick={() => onToken(null)}>
              Forget it
            </button>
          </p>
        )}
        {token && !connection && !refusal && <p className="mt-5 text-ink-soft">Asking…</p>}
        {refusal && (
          <div className="mt-5">
            <RefusalNote refusal={refusal} />
          </div>
        )}
        {token && connection && <Connection connection={connection} token={token} onChange={look} />}
      </div>
    </section>
  );
}

function PasteForm({ onToken }: { onToken: (token: string) => void }) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) return <p className="text-ink-soft">This part takes JavaScript. A terminal does the same, as below.</p>;
  return (
    <>
      <p className="text-ink-soft">
        Paste it to see its mode and what waits, or to stop it. It stays in this tab until you close the tab or say
        &ldquo;Forget it&rdquo;; it is sent to nobody but this service, in a header.
      </p>
      <TokenForm label="Token" action="Open it" className="mt-4" onToken={onToken} />
    </>
  );
}

type Opened = { connection: OwnConnection; token: string; onChange: () => Promise<void> };

function Connection({ connection, token, onChange }: Opened) {
  const { control, waiting } = connection;
  return (
    <div className="mt-6">
      <h3 dir="auto" className="text-xl">
        {connection.name}
      </h3>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-base">
        <Fact name="Mode">
          <Badge tone={MODE_TONES[control.mode]}>{control.mode}</Badge>
        </Fact>
        <Fact name="Revision">
          <span className="font-mono text-sm">{control.control_revision}</span>
        </Fact>
        <Fact name="Role">{connection.role}</Fact>
        <Fact name="Connection">
          <span className="font-mono text-sm">{connection.connection_id}</span>
        </Fact>
        <Fact name="Made">{day(connection.created_at)}</Fact>
      </dl>
      {connection.role === "maintainer" && (
        <p className="mt-3 text-base">
          It is a maintainer&rsquo;s:{" "}
          <a className="link" href="/maintain">
            the desk
          </a>{" "}
          opens with it in this tab.
        </p>
      )}
      <WaitingOperations waiting={waiting} control={control} token={token} onChange={onChange} />
      <ModeForm control={control} token={token} onChange={onChange} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
