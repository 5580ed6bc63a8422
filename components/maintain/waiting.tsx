"use client";

import { AuthorName } from "@/components/author-name";
import { type DashboardUse, DecisionForm } from "@/components/maintain/decision-form";
import { Fold } from "@/components/maintain/decision-list";
import { Findings } from "@/components/maintain/findings";
import { VersionHead, VersionItems, type VersionItemsProps } from "@/components/maintain/version-items";
import { RelativeTime } from "@/components/ui/relative-time";
import type { WaitingItem } from "@/lib/contract/maintenance/queue";
import { reasonsInWords } from "@/lib/contract/waiting-in-words";

/** Versions that lists show only after somebody vouched for them, the latest first. */
export function Waiting({ items, more, waiting, said, ...use }: VersionItemsProps<WaitingItem> & DashboardUse) {
  return (
    <VersionItems
      id="waiting"
      title="Waiting"
      about="These versions are published and listed nowhere until somebody vouches for them."
      {...{ items, more, waiting, said }}
      show={(item) => <Item item={item} use={use} />}
    />
  );
}

function Item({ item, use }: { item: WaitingItem; use: DashboardUse }) {
  const { ref, title, author, quarantine, appeal } = item;
  const { skill_id, version_id } = ref;
  const now = Date.now();
  return (
    <>
      <VersionHead item={item}>
        <p className="mt-2 text-base text-ink-soft">
          {author && (
            <>
              by <AuthorName author={author} />,{" "}
            </>
          )}
          waiting since <RelativeTime at={quarantine.since} now={now} />: {reasonsInWords(quarantine.reasons)}
        </p>
        {appeal && (
          <p dir="auto" className="mt-2 max-w-3xl whitespace-pre-line">
            Its author asks for a look: {appeal.text}
          </p>
        )}
      </VersionHead>
      <Findings findings={item.findings} />
      <div className="space-y-3">
        <Fold title="Vouch for it">
          <DecisionForm
            {...use}
            path={`versions/${version_id}/vouch`}
            action="Vouch"
            body={() => ({})}
            say={() => `${title}: listed.`}
          />
        </Fold>
        <Fold title="Withdraw the version">
          <DecisionForm
            {...use}
            path="withdraw"
            action="Withdraw"
            question="Withdraw this version? It can no longer be loaded, and everyone can read the reason."
            body={() => ({ skill_id, version_id })}
            say={() => `${title}: withdrawn.`}
          />
        </Fold>
      </div>
    </>
  );
}
