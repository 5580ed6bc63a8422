"use client";

import { type FormEvent, lazy, Suspense, useEffect, useState } from "react";
import { buttonClass, fieldClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { RefusalNote } from "@/components/ui/refusal-note";
import { callApi, type Refusal } from "@/lib/client/call-api";
import { keepToken, keptToken } from "@/lib/client/token-store";
import type { OwnConnection } from "@/lib/contract/public/connections";

const DeskRoom = lazy(() => import("@/components/maintain/desk-room"));

/** The door of the desk: opens for the token of a maintainer, which this tab keeps. */
export function Desk({ reasonMax }: { reasonMax: number }) {
  const [token, setToken] = useState<string | null>(null);
  const [ready, setReady] = useState(false);
  const [who, setWho] = useState<OwnConnection | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    setToken(keptToken());
    setReady(true);
  }, []);
  useEffect(() => {
    setWho(null);
    setRefusal(null);
    if (!token) return;
    const left = new AbortController();
    callApi<{ data: OwnConnection }>("/api/v1/connections/self", { token, signal: left.signal }).then(
      ({ data, refusal: problem }) => {
        setWho(data?.data ?? null);
        setRefusal(problem);
      },
      () => {},
    );
    return () => left.abort();
  }, [token]);

  function hold(next: string | null) {
    keepToken(next);
    setToken(next);
  }
  function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    hold(String(new FormData(event.currentTarget).get("token") ?? "").trim() || null);
  }

  if (!ready) return <p className="mt-8 text-ink-soft">The desk takes JavaScript. The command line does the same.</p>;
  if (!token) {
    return (
      <form onSubmit={take} autoComplete="off" className="mt-8 flex max-w-2xl flex-wrap items-end gap-3">
        <label className="min-w-0 flex-1 basis-72">
          <span className="font-semibold text-base">A maintainer&rsquo;s token</span>
          <input
            name="token"
            type="password"
            required
            autoComplete="off"
            spellCheck={false}
            placeholder="ck_…"
            className={`${fieldClass} mt-1 font-mono`}
          />
        </label>
        <button type="submit" className={buttonClass("primary")}>
          Open the desk
        </button>
      </form>
    );
  }
  return (
    <>
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
        <span>
          {who ? (
            <>
              You decide as <bdi className="font-semibold text-ink">{who.name}</bdi>, in public.
            </>
          ) : (
            "This tab holds a token."
          )}
        </span>
        <button type="button" className={buttonClass("quiet")} onClick={() => hold(null)}>
          Forget the token
        </button>
      </p>
      {refusal && (
        <div className="mt-6 max-w-2xl">
          <RefusalNote refusal={refusal} />
        </div>
      )}
      {who && who.role !== "maintainer" && (
        <div className="mt-6 max-w-2xl">
          <Callout tone="amber" title="This token is not a maintainer's" alert>
            The first maintainer is made on the command line: npm run connections -- promote {who.connection_id}
          </Callout>
        </div>
      )}
      {who?.role === "maintainer" && (
        <Suspense fallback={<p className="mt-8 text-ink-soft">Opening the desk…</p>}>
          <DeskRoom token={token} reasonMax={reasonMax} />
        </Suspense>
      )}
    </>
  );
}
