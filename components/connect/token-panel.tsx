"use client";

import { useEffect, useState } from "react";
import { TokenKeeper } from "@/components/connect/token-keeper";
import { type MadeSecrets, TokenMaker } from "@/components/connect/token-maker";
import type { Notice } from "@/components/ui/error-messages";
import { useHeldFocus } from "@/components/ui/use-held-focus";
import { keepToken, keptToken } from "@/lib/client/token-store";

type Props = {
  limits: { name: number; homepage: number };
  /** A token just created by a plain form; shown once. */
  made: MadeSecrets | null;
  refused: (Notice & { kept: Array<[name: string, value: string]> }) | null;
  closed: boolean;
};

/** Creating and managing a token. Both use the token stored in this tab. */
export function TokenPanel({ limits, made, refused, closed }: Props) {
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
