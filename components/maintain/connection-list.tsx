"use client";

import { type FormEvent, useState } from "react";
import { AuthorName } from "@/components/author-name";
import { DashboardSection, type SaidNow, useList } from "@/components/maintain/dashboard-section";
import { type DashboardUse, DecisionForm } from "@/components/maintain/decisions";
import { Badge } from "@/components/ui/badge";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import { RefusalNote } from "@/components/ui/refusal-note";
import { day } from "@/components/ui/relative-time";
import type { ListedConnection } from "@/lib/contract/maintenance/connections";
import { MARK_CHARACTERS } from "@/lib/contract/primitives";

type Page = { data: ListedConnection[]; next_cursor: string | null; signup: "open" | "closed" };

/** All connections, each with a button to revoke it, and the switch that opens or closes signup. */
export function ConnectionList({ turn, said, ...use }: DashboardUse & { turn: number; said: SaidNow | null }) {
  const [q, setQ] = useState("");
  const path = `maintenance/connections?${new URLSearchParams({ limit: "10", ...(q ? { q } : {}) })}`;
  const { items, first, refusal, more } = useList<ListedConnection, Page>(use.token, path, turn);
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setQ(String(new FormData(event.currentTarget).get("q") ?? "").trim());
  }
  return (
    <DashboardSection id="connections" title="Connections" said={said}>
      <form onSubmit={search} className="mt-3 flex max-w-xl gap-2">
        <input
          name="q"
          aria-label="Connection name or id"
          placeholder="Name or id"
          maxLength={120}
          className={fieldClass}
        />
        <button type="submit" className={buttonClass("quiet")}>
          Find
        </button>
      </form>
      {refusal && <RefusalNote refusal={refusal} />}
      {items?.length === 0 && <p className="mt-3 text-ink-soft">No connection has this name or id.</p>}
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {items?.map((connection) => (
          <li key={connection.connection_id} className="py-3">
            <Row connection={connection} use={use} />
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" className={`${buttonClass("quiet")} mt-3`} onClick={more}>
          More connections
        </button>
      )}
      {first && <Signup state={first.signup} use={use} />}
    </DashboardSection>
  );
}

function Row({ connection, use }: { connection: ListedConnection; use: DashboardUse }) {
  const { connection_id, name, control, role, operations, created_at } = connection;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <AuthorName author={{ name, mark: connection_id.slice(-MARK_CHARACTERS) }} className="font-semibold" />
        <Badge tone={control.mode === "revoked" ? "rust" : control.mode === "paused" ? "amber" : "plain"}>
          {control.mode}
        </Badge>
        {role === "maintainer" && <Badge tone="moss">maintainer</Badge>}
        <span className="text-ink-soft text-sm">
          {operations === 1 ? "1 operation" : `${operations} operations`}, since {day(created_at)}
        </span>
      </p>
      {control.mode !== "revoked" && (
        <details className="mt-1">
          <summary className="text-base text-ink-soft">
            Revoke <bdi>{name}</bdi>
          </summary>
          <div className="mt-2">
            <DecisionForm
              {...use}
              path="revoke"
              action="Revoke"
              question={`Revoke ${name} permanently? Its pending submissions are cancelled. This cannot be undone.`}
              body={() => ({ connection_id })}
              say={({ cancelled }: { cancelled: string[] }) => `${name} is revoked; ${cancelled.length} cancelled.`}
            />
          </div>
        </details>
      )}
    </>
  );
}

function Signup({ state, use }: { state: "open" | "closed"; use: DashboardUse }) {
  const open = state === "closed";
  return (
    <details className="mt-6">
      <summary className="font-semibold text-base">
        Signup is {state}: {open ? "open" : "close"} it
      </summary>
      <div className="mt-2">
        <DecisionForm
          {...use}
          // A new form for the new state; the old one is discarded with its reason.
          key={state}
          path="signup"
          action={open ? "Open signup" : "Close signup"}
          body={() => ({ open })}
          say={(answer: { open: boolean }) => `Signup is ${answer.open ? "open" : "closed"}.`}
        />
      </div>
    </details>
  );
}
