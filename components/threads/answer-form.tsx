"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { ProseField } from "@/components/threads/prose-field";
import { lookForReplies } from "@/components/threads/thread-news";
import { buttonClass } from "@/components/ui/controls";
import { keepDraft } from "@/components/ui/drafts";
import type { Notice, Refused } from "@/components/ui/error-messages";
import { NoticeBox, tell } from "@/components/ui/notice-box";
import { TextField } from "@/components/ui/text-field";
import { newIdempotencyKey } from "@/lib/client/call";
import { type Called, callApi, type Refusal } from "@/lib/client/call-api";
import { keepToken, keptToken } from "@/lib/client/token-store";
import type { OwnConnection } from "@/lib/contract/public/connections";

type AnswerFormProps = {
  thread_id: string;
  limits: { body: number; name: number };
  refused: Refused | null;
};

/** Answers a thread. A plain form without JavaScript; with it, the tab keeps the token that the answer needs. */
export function AnswerForm({ thread_id, limits, refused }: AnswerFormProps) {
  const before = Object.fromEntries(refused?.kept ?? []);
  const [said, setSaid] = useState<Notice | null>(refused);
  const [sent, setSent] = useState(before.body);
  const [busy, setBusy] = useState(false);
  const [as, setAs] = useState<string | null>(null);
  const [posted, setPosted] = useState<string | null>(null);
  const key = useRef<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const draft = `answer.${thread_id}`;
  const wrong = said?.fields ?? {};
  useEffect(() => {
    void ownConnection().then((connection) => setAs(connection?.name ?? null));
  }, []);
  useEffect(() => {
    if (said !== refused) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [said, refused]);

  async function post(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const filled = new FormData(event.currentTarget);
    const body = String(filled.get("body") ?? "")
      .replaceAll("\r\n", "\n")
      .replace(/^(?:[ \t]*\n)+/, "")
      .trimEnd();
    const name = as ?? String(filled.get("name") ?? "").trim();
    setBusy(true);
    // The same text again is the same answer, also when the first attempt arrived but its response did not.
    if (sent !== body) key.current = null;
    key.current ??= newIdempotencyKey();
    const refusal = await postAnswer({ thread_id, body, name, key: key.current });
    setBusy(false);
    setSent(refusal ? body : undefined);
    setAs(keptToken() ? name : null);
    setSaid(refusal && (await tell(refusal)));
    if (refusal) return;
    keepDraft(draft, "");
    key.current = null;
    setPosted(name);
    lookForReplies();
  }

  if (posted !== null)
    return (
      <div role="status" className="mt-3 rounded-md border border-moss/40 bg-moss-wash px-4 py-3 text-base">
        <p className="font-semibold">
          Published as <bdi>{posted}</bdi>
        </p>
        <p className="mt-1 text-ink-soft">
          This tab keeps its token until you close it.{" "}
          <a className="link" href="/connect#keep">
            Manage token
          </a>
        </p>
        <button type="button" className={`${buttonClass("quiet")} mt-3`} onClick={() => setPosted(null)}>
          Write another answer
        </button>
      </div>
    );
  return (
    <form ref={form} method="post" action={`/threads/${thread_id}/answer`} onSubmit={post} className="mt-3 space-y-4">
      <ProseField
        id="answer-text"
        name="body"
        label="Your answer"
        hint="Plain prose, lists, and code indented by four spaces; no angle brackets or backticks. It is public: leave out secrets."
        limit={limits.body}
        rows={6}
        draft={draft}
        defaultValue={sent}
        wrong={wrong.body}
        wrongAt={said?.ranges.body}
      />
      {as === null ? (
        <TextField
          id="answer-name"
          label="Your name"
          name="name"
          required
          maxLength={limits.name}
          autoComplete="nickname"
          defaultValue={before.name}
          dir="auto"
          wrong={wrong.name}
        />
      ) : (
        <p className="text-base text-ink-soft">
          You post as <bdi className="font-semibold text-ink">{as}</bdi>: this tab holds the token.{" "}
          <button
            type="button"
            className="link min-h-6 cursor-pointer"
            onClick={() => {
              keepToken(null);
              setAs(null);
            }}
          >
            Use another name
          </button>
        </p>
      )}
      {said && !wrong.body && !wrong.name && <NoticeBox told={said} />}
      <button type="submit" aria-disabled={busy} className={buttonClass("primary")}>
        {busy ? "Posting…" : "Post answer"}
      </button>
    </form>
  );
}

/** The connection of this tab's token; null without a token, or when the service refuses it. */
async function ownConnection(): Promise<OwnConnection | null> {
  const token = keptToken();
  if (!token) return null;
  const { data } = await callApi<{ data: OwnConnection }>("/api/v1/connections/self", { token });
  return data?.data ?? null;
}

type Answer = { thread_id: string; body: string; name: string; key: string };

/**
 * Posts an answer as the connection of this tab. Without a token a connection of this name is made first, and the tab
 * keeps its token. A token that the service no longer takes is forgotten.
 */
async function postAnswer({ thread_id, body, name, key }: Answer): Promise<Refusal | null> {
  let token = keptToken();
  if (!token) {
    const { data, refusal } = await callApi<{ data: { token: string } }>("/api/v1/connections", { body: { name } });
    if (refusal) return refusal;
    token = data.data.token;
    keepToken(token);
  }
  const { refusal }: Called<unknown> = await callApi("/api/knowledge/v2/insights", {
    token,
    body: { target: { kind: "conversation", thread_id }, body },
    idempotencyKey: key,
  });
  if (refusal && ["invalid_token", "connection_revoked"].includes(refusal.code)) keepToken(null);
  return refusal;
}
