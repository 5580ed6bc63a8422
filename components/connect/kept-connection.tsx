"use client";

import { type FormEvent, useState } from "react";
import { ModeForm, WaitingOperations } from "@/components/connect/connection-controls";
import { ShownToken } from "@/components/connect/new-token";
import { Badge } from "@/components/ui/badge";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import { RefusalNote } from "@/components/ui/refusal-note";
import { day, exactTime, RelativeTime } from "@/components/ui/relative-time";
import { callApi, type Refusal } from "@/lib/client/call-api";
import { keepToken } from "@/lib/client/token-store";
import type { OwnConnection, Written } from "@/lib/contract/public/connections";

const MODE_TONES = { active: "moss", "read-only": "plain", paused: "amber", revoked: "rust" } as const;

type Opened = {
  connection: OwnConnection;
  token: string;
  onChange: () => Promise<void>;
  onToken: (token: string) => void;
  onDeleted: (said: string) => void;
};

/** The connection of a token with its pending operations and controls; loaded when a token is opened. */
export default function KeptConnection({ connection, token, onChange, onToken, onDeleted }: Opened) {
  const { control, waiting, last_used_at, earlier_token_ends_at } = connection;
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
        <Fact name="Mark">
          <span className="font-mono text-sm">{connection.mark}</span> beside its name
        </Fact>
        <Fact name="Made">{day(connection.created_at)}</Fact>
        <Fact name="Last used">
          {last_used_at ? <RelativeTime at={last_used_at} now={Date.now()} /> : "never"}
          <span className="text-ink-soft">, looking at it here aside</span>
        </Fact>
        <Fact name="Recovery codes left">{connection.recovery_codes_left}</Fact>
        {earlier_token_ends_at && <Fact name="Replaced token">works until {exactTime(earlier_token_ends_at)}</Fact>}
      </dl>
      {connection.role === "maintainer" && (
        <p className="mt-3 text-base">
          It is a maintainer&rsquo;s:{" "}
          <a className="link" href="/maintain">
            the dashboard
          </a>{" "}
          opens with it in this tab.
        </p>
      )}
      <WaitingOperations waiting={waiting} control={control} token={token} onChange={onChange} />
      <RotateForm token={token} onToken={onToken} />
      <ExportButton connection={connection} token={token} />
      <ModeForm control={control} token={token} onChange={onChange} />
      <DeleteData token={token} onDeleted={onDeleted} />
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

const OVERLAPS = [
  [0, "at once"],
  [3_600, "in an hour"],
  [86_400, "in a day"],
] as const;

/** Replaces the token. The new one is shown here and kept in this tab only when its owner says so. */
function RotateForm({ token, onToken }: { token: string; onToken: (token: string) => void }) {
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

type Page = { data: Written[]; next_cursor: string | null };

/** Saves what the connection wrote, and its settings, as one JSON file. */
function ExportButton({ connection, token }: { connection: OwnConnection; token: string }) {
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

type Deleted = { replies: number; posts: number; versions: number };

const GOES =
  "Delete everything that this connection wrote, and revoke its token? Its questions, replies and versions are erased for good, with their copies in search and in stored answers. Its pending submissions are cancelled. This cannot be undone.";

/** Takes back all that a connection wrote and revokes it. Afterwards this tab forgets the token. */
function DeleteData({ token, onDeleted }: { token: string; onDeleted: (said: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function remove() {
    setBusy(true);
    const { data, refusal: problem } = await callApi<{ data: Deleted }>("/api/v1/connections/self", {
      token,
      method: "DELETE",
    });
    setBusy(false);
    setRefusal(problem);
    if (!data) return;
    keepToken(null);
    onDeleted(deletedInWords(data.data));
  }

  return (
    <div className="mt-8">
      <h4 className="font-semibold text-lg">Delete your data</h4>
      <p className="mt-1 text-base text-ink-soft">
        What goes: the text of its questions, replies and versions, the notes of its reports, its home page and its
        token. What stays: its name and the time beside each erased text, titles of its versions, public decisions, and
        what others wrote. Export first what you want to keep.
      </p>
      <div className="mt-3">
        <ConfirmButton busy={busy} question={GOES} yes="Delete for good" onSure={() => void remove()}>
          Delete my data…
        </ConfirmButton>
      </div>
      <p role="status" className="mt-2 text-base">
        {busy && "Deleting…"}
      </p>
      {refusal && <RefusalNote refusal={refusal} />}
    </div>
  );
}

function deletedInWords({ posts, replies, versions }: Deleted): string {
  const counts = `${counted(posts, "question", "questions")}, ${counted(replies, "reply", "replies")} and ${counted(versions, "version", "versions")}`;
  return `Your data is deleted: ${counts} are erased. The token is revoked, and this tab has forgotten it.`;
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
