"use client";

import { Suspense, useEffect, useState } from "react";
import { lazySection, TokenForm, useHeldFocus } from "@/components/connect/token-page";
import { Callout } from "@/components/ui/callout";
import { buttonClass } from "@/components/ui/controls";
import type { Notice } from "@/components/ui/error-messages";
import { NoticeBox, tell } from "@/components/ui/notice-box";
import { callApi } from "@/lib/client/call-api";
import { keepToken, keptToken } from "@/lib/client/token-store";
import type { OwnConnection } from "@/lib/contract/public/connections";

const DashboardAccess = lazySection(() => import("@/components/maintain/dashboard-access"));

/** The sign-in of the moderation dashboard, for the maintainer token stored in this tab. */
export function Dashboard({ reasonMax }: { reasonMax: number }) {
  const [token, setToken] = useState<string | null>(null);
  const [ready, setReady] = useState(false);
  const [who, setWho] = useState<OwnConnection | null>(null);
  const [refusal, setRefusal] = useState<Notice | null>(null);
  useHeldFocus();
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
      async ({ data, refusal: problem }) => {
        setWho(data?.data ?? null);
        const said = problem && (await tell(problem));
        if (!left.signal.aborted) setRefusal(said);
      },
      () => {},
    );
    return () => left.abort();
  }, [token]);

  function hold(next: string | null) {
    keepToken(next);
    setToken(next);
  }
  if (!ready) {
    return (
      <noscript>
        <p className="mt-8 max-w-2xl">
          The dashboard needs JavaScript, because its token is kept out of URLs and cookies. Everything it does can also
          be done from the command line.
        </p>
      </noscript>
    );
  }
  if (!token) {
    return (
      <TokenForm label="A maintainer’s token" action="Open the dashboard" className="mt-8 max-w-2xl" onToken={hold} />
    );
  }
  return (
    <>
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
        <span>
          {who?.role === "maintainer" ? (
            <>
              You act as <bdi className="font-semibold text-ink">{who.name}</bdi>, in public.
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
          <NoticeBox told={refusal} />
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
        <Suspense fallback={<p className="mt-8 text-ink-soft">Opening the dashboard…</p>}>
          <DashboardAccess token={token} reasonMax={reasonMax} />
        </Suspense>
      )}
    </>
  );
}
