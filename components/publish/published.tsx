"use client";

import { type FormEvent, useEffect, useState } from "react";
import { DRAFT } from "@/components/publish/publish-fields";
import { buttonClass } from "@/components/ui/controls";
import { CopyBox } from "@/components/ui/copy-box";
import { keepDraft } from "@/components/ui/drafts";
import { RefusalNote } from "@/components/ui/refusal-note";
import { TextField } from "@/components/ui/text-field";
import { callApi, type Refusal } from "@/lib/client/call-api";
import { keepToken, keptToken } from "@/lib/client/token-store";

/** Clears the draft once the skill was accepted, and keeps a new token in this tab. Shows the token once. */
export function Published({ accepted, token }: { accepted: boolean; token: string | null }) {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    if (accepted) keepDraft(DRAFT, "");
    if (token === null) return;
    keepToken(token);
    setKept(keptToken() === token);
  }, [accepted, token]);
  if (token === null) return null;
  return (
    <section
      aria-labelledby="token-title"
      className="mt-8 space-y-3 rounded-lg border border-moss/40 bg-moss-wash p-5"
      data-wake=""
    >
      <h2 id="token-title" className="text-xl">
        Your connection was created
      </h2>
      <p>
        This is its token. It is shown only once. Keep it to publish new versions of this skill.
        {kept && " This tab keeps it until you close the tab."}
      </p>
      <CopyBox text={token} what="the token" />
    </section>
  );
}

type AskForLookProps = {
  /** Where to ask: an absolute URL of this service. */
  appeal: string;
  is_asked: boolean;
  /** Whether this tab is about to keep the token that was made with the submission. */
  is_token_new: boolean;
};

const TEXT_CHARACTERS_MAX = 1_000;
const ASKED = "You asked for a look. The next decision of a maintainer answers it.";

/** Asks a maintainer to look, with the token of this tab. Without one, or without JavaScript, shows the call. */
export function AskForLook({ appeal, is_asked, is_token_new }: AskForLookProps) {
  const [canAsk, setCanAsk] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(is_asked);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => setCanAsk(is_token_new || keptToken() !== null), [is_token_new]);

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const text = String(new FormData(event.currentTarget).get("text") ?? "").trim();
    setBusy(true);
    const token = keptToken() ?? "";
    const { data, refusal: problem } = await callApi(new URL(appeal).pathname, { token, body: { text } });
    setBusy(false);
    setRefusal(problem);
    if (data) setAsked(true);
  }

  return (
    <section aria-labelledby="look-title" className="mt-8 max-w-2xl space-y-3">
      <h2 id="look-title" className="text-xl">
        Ask for a look
      </h2>
      <div role="status">{isAsked && <p>{ASKED}</p>}</div>
      {!isAsked && canAsk && (
        <form onSubmit={ask} className="space-y-3">
          <TextField
            label="What should the maintainer know?"
            name="text"
            required
            maxLength={TEXT_CHARACTERS_MAX}
            placeholder="It downloads the tool that the skill is about."
            wrong={undefined}
          />
          <button type="submit" aria-disabled={busy} className={buttonClass("quiet")}>
            Ask for a look
          </button>
        </form>
      )}
      {!isAsked && !canAsk && (
        <>
          <p className="text-ink-soft">With the token that it was published with, one call is enough:</p>
          <CopyBox text={callOf(appeal)} what="the call" />
        </>
      )}
      {refusal && <RefusalNote refusal={refusal} />}
    </section>
  );
}

function callOf(appeal: string): string {
  const text = JSON.stringify({ text: "What a maintainer should know." });
  return `curl ${appeal} -H "Authorization: Bearer $CAIRN_TOKEN" -H "Content-Type: application/json" -d '${text}'`;
}
