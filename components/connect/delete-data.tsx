"use client";

import { useState } from "react";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { RefusalNote } from "@/components/ui/refusal-note";
import { callApi, type Refusal } from "@/lib/client/call-api";
import { keepToken } from "@/lib/client/token-store";

type Deleted = { replies: number; posts: number; versions: number };

const GOES =
  "Delete everything that this connection wrote, and revoke its token? Its questions, replies and versions are erased for good, with their copies in search and in stored answers. Its pending submissions are cancelled. This cannot be undone.";

/** Takes back all that a connection wrote and revokes it. Afterwards this tab forgets the token. */
export function DeleteData({ token, onDeleted }: { token: string; onDeleted: (said: string) => void }) {
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
    onDeleted(inWords(data.data));
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

function inWords({ posts, replies, versions }: Deleted): string {
  const counts = `${counted(posts, "question", "questions")}, ${counted(replies, "reply", "replies")} and ${counted(versions, "version", "versions")}`;
  return `Your data is deleted: ${counts} are erased. The token is revoked, and this tab has forgotten it.`;
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}
