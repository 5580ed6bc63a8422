"use client";

import { useEffect, useState } from "react";
import { DRAFT } from "@/components/publish/publish-fields";
import { CopyBox } from "@/components/ui/copy-box";
import { keepDraft } from "@/components/ui/drafts";
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
