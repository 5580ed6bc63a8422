"use client";

import { type FormEvent, useState } from "react";
import { DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";
import type { DashboardUse } from "@/components/maintain/decision-form";
import { findTarget, type Target } from "@/components/maintain/find-target";
import { MessageActions } from "@/components/maintain/message-actions";
import { VersionActions } from "@/components/maintain/version-actions";
import { buttonClass, fieldClass } from "@/components/ui/button";
import { RefusalNote } from "@/components/ui/refusal-note";
import type { Refusal } from "@/lib/client/call-api";

/** Finds a version, message or thread by its address or id, and offers the possible decisions. */
export function Finder({ said, ...use }: DashboardUse & { said: SaidNow | null }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [address, setAddress] = useState("");

  async function look(text: string) {
    const found = await findTarget(text, use.token);
    setTarget(found.target);
    setRefusal(found.refusal);
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("address") ?? "").trim();
    setAddress(text);
    void look(text);
  }
  const own = {
    ...use,
    onDone: async (text: string) => {
      // A hidden thread would not be found again, and a message's options do not change.
      if (target?.kind === "skill") await look(address);
      // Announced after the forms are replaced, so that nobody types into the old ones and loses the text.
      use.onDone(text);
    },
  };
  return (
    <DashboardSection id="find" title="By address" said={said}>
      <p className="mt-2 max-w-2xl text-ink-soft">
        The address of a skill, a version, a thread or one of its messages, or a message id.
      </p>
      <form onSubmit={submit} className="mt-3 flex max-w-2xl gap-2">
        <input
          name="address"
          required
          aria-label="Address or id"
          placeholder="/threads/thr_…#msg_…"
          autoComplete="off"
          spellCheck={false}
          className={`${fieldClass} font-mono`}
        />
        <button type="submit" className={buttonClass("quiet")}>
          Find
        </button>
      </form>
      <div className="mt-4">
        {refusal && <RefusalNote refusal={refusal} />}
        {target?.kind === "skill" && <VersionActions key={target.at} target={target} use={own} />}
        {target?.kind === "message" && <MessageActions key={target.message_id} target={target} use={own} />}
      </div>
    </DashboardSection>
  );
}
