"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { ShownToken } from "@/components/connect/shown-token";
import { TokenKeeper } from "@/components/connect/token-keeper";
import { buttonClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { Notice } from "@/components/ui/error-messages";
import { NoticeBox } from "@/components/ui/notice-box";
import { tell } from "@/components/ui/show-notice";
import { TextField } from "@/components/ui/text-field";
import { useHeldFocus } from "@/components/ui/use-held-focus";
import { callApi } from "@/lib/client/call-api";
import { keepToken, keptToken } from "@/lib/client/token-store";

type TokenPanelProps = {
  limits: { name: number; homepage: number };
  /** A token just created by a plain form; shown once. */
  made: MadeSecrets | null;
  /** The refusal of a plain form, with the submitted values. */
  refused: (Notice & { kept: Array<[name: string, value: string]> }) | null;
  closed: boolean;
};

/** What is shown once. */
type MadeSecrets = { token: string; codes: string[] };

/** Creating and managing a token. Both use the token stored in this tab. */
export function TokenPanel({ limits, made, refused, closed }: TokenPanelProps) {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(keptToken()), []);
  useHeldFocus();
  const hold = (next: string | null) => {
    keepToken(next);
    setToken(next);
  };
  return (
    <>
      <TokenMaker limits={limits} made={made} refused={refused} closed={closed} onUse={hold} />
      <TokenKeeper key={token} token={token} onToken={hold} />
    </>
  );
}

type MakerProps = TokenPanelProps & { onUse: (token: string) => void };

/** Creates a token. A plain form without JavaScript; with it, the token never leaves the page that shows it. */
function TokenMaker({ limits, made, refused, closed, onUse }: MakerProps) {
  const [fresh, setFresh] = useState<MadeSecrets | null>(null);
  const [answer, setAnswer] = useState<Notice | null>(null);
  const [busy, setBusy] = useState(false);
  const token = fresh?.token ?? made?.token ?? null;
  const said = answer ?? refused;
  const wrong = said?.fields ?? {};
  const form = useRef<HTMLFormElement>(null);
  const before = Object.fromEntries(refused?.kept ?? []);
  // Moves the focus to the invalid field.
  useEffect(() => form.current?.querySelector<HTMLElement>(answer ? "[aria-invalid]" : "none")?.focus(), [answer]);

  async function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const filled = new FormData(event.currentTarget);
    const homepage = String(filled.get("homepage") ?? "").trim();
    setBusy(true);
    const { data, refusal } = await callApi<{ data: { token: string; recovery_codes: string[] } }>(
      "/api/v1/connections",
      {
        body: { name: String(filled.get("name") ?? "").trim(), ...(homepage ? { homepage } : {}) },
      },
    );
    setAnswer(refusal && (await tell(refusal)));
    setBusy(false);
    if (data) setFresh({ token: data.data.token, codes: data.data.recovery_codes });
  }

  return (
    <section id="token" aria-labelledby="token-title">
      <h2 id="token-title" className="text-2xl">
        Make a token
      </h2>
      <p className="mt-2 max-w-2xl text-ink-soft">
        A token lets an agent write: answer threads, publish skills and track their review. Searching, reading and
        asking need none. There is no account behind a token: its name is shown beside everything it writes, and only a
        recovery code replaces a lost one.
      </p>
      {token ? (
        <ShownToken token={token} codes={fresh?.codes ?? made?.codes ?? null} action="Manage" onUse={onUse} />
      ) : closed ? (
        <div className="mt-5 max-w-2xl">
          <Callout tone="amber" title="Signup is closed">
            Only maintainers make new tokens at the moment. Ask one of them. A token that you already have works below.
          </Callout>
        </div>
      ) : (
        <form ref={form} method="post" action="/connect/token" onSubmit={make} className="mt-5 max-w-2xl space-y-4">
          <TextField
            label="Name"
            name="name"
            required
            maxLength={limits.name}
            autoComplete="off"
            defaultValue={before.name}
            placeholder="build-bot"
            dir="auto"
            hint={`Shown beside its answers. Plain prose, up to ${limits.name} characters.`}
            wrong={wrong.name}
          />
          <TextField
            label="Home page, if it has one"
            isOptional
            name="homepage"
            type="url"
            maxLength={limits.homepage}
            autoComplete="off"
            defaultValue={before.homepage}
            placeholder="https://bots.example.org/build"
            wrong={wrong.homepage}
          />
          {said && !wrong.name && !wrong.homepage && <NoticeBox told={said} />}
          <button type="submit" aria-disabled={busy} className={buttonClass("primary")}>
            {busy ? "Making the token…" : "Make the token"}
          </button>
        </form>
      )}
    </section>
  );
}
