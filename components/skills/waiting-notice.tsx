import { Callout } from "@/components/ui/callout";
import type { Quarantine } from "@/lib/contract/primitives";
import { waitingInWords } from "@/lib/contract/waiting-in-words";

/** On the pages of a version that waits: since when, why, and what its author can do. */
export function WaitingNotice({ quarantine, appeal }: { quarantine: Quarantine; appeal: string }) {
  return (
    <Callout tone="amber" title="Waiting for a maintainer">
      <p>{waitingInWords(quarantine)}</p>
      <p>
        Its author can ask for a look, with their token: <code className="font-mono text-sm">POST {appeal}</code>.{" "}
        <a className="link" href="/waiting">
          Everything that waits
        </a>
      </p>
    </Callout>
  );
}
