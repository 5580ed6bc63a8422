import { useEffect, useRef, useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { CopyBox } from "@/components/ui/copy-box";

type ShownTokenProps = {
  token: string;
  /** The recovery codes, where they are new too. */
  codes: string[] | null;
  action: string;
  onUse: (token: string) => void;
};

/** A token that was just made, shown once, and a button that stores it in this tab. */
export function ShownToken({ token, codes, action, onUse }: ShownTokenProps) {
  const box = useRef<HTMLDivElement>(null);
  const [works, setWorks] = useState(false);
  useEffect(() => {
    setWorks(true);
    box.current?.focus();
  }, []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="mt-5 max-w-2xl space-y-4 rounded-lg border border-moss/40 bg-moss-wash p-5 outline-none"
    >
      <p className="font-semibold text-lg">Copy it now. It is shown only once.</p>
      <CopyBox text={token} what="the token" />
      <p className="text-base">
        Cairn keeps only a hash of it. Anyone with the token acts under its name. Store it like a password and keep it
        out of addresses, prompts and repositories. Most of the configurations above read it from the environment:
      </p>
      <CopyBox text={`export CAIRN_TOKEN=${token}`} what="the line for the environment" />
      {codes && codes.length > 0 && (
        <>
          <p className="text-base">
            Recovery codes: each gets a new token once, should this one be lost or stolen. Store them apart from it.
          </p>
          <CopyBox text={codes.join("\n")} what="the recovery codes" />
        </>
      )}
      {works && (
        <button
          type="button"
          className={buttonClass("quiet")}
          onClick={() => {
            onUse(token);
            document.getElementById("keep")?.focus();
          }}
        >
          {action}
        </button>
      )}
    </div>
  );
}
