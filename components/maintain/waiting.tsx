"use client";

import { AuthorName } from "@/components/author-name";
import { DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";
import { type DashboardUse, DecisionForm } from "@/components/maintain/decision-form";
import { Fold } from "@/components/maintain/decision-list";
import { Findings } from "@/components/maintain/findings";
import { RelativeTime } from "@/components/ui/relative-time";
import type { WaitingItem } from "@/lib/contract/maintenance/queue";
import { reasonsInWords } from "@/lib/contract/waiting-in-words";

type Props = DashboardUse & {
  items: WaitingItem[] | null;
  more: boolean;
  waiting: string | null;
  said: SaidNow | null;
};

/** Versions that lists show only after somebody vouched for them, the latest first. A decision loads the next. */
export function Waiting({ items, more, waiting, said, ...use }: Props) {
  return (
    <DashboardSection id="waiting" title="Waiting" waiting={waiting} said={said} busy={items === null}>
      <p className="mt-2 max-w-3xl text-ink-soft">
        These versions are published and listed nowhere until somebody vouches for them.
      </p>
      {items?.length === 0 && <p className="mt-2 text-ink-soft">Nothing is waiting for a decision.</p>}
      <ul className="mt-2 divide-y divide-line">
        {items?.map((item) => (
          <li key={item.ref.version_id} className="py-6">
            <Item item={item} use={use} />
          </li>
        ))}
      </ul>
      {more && <p className="text-ink-soft">More versions follow when these are decided.</p>}
    </DashboardSection>
  );
}

function Item({ item, use }: { item: WaitingItem; use: DashboardUse }) {
  const { ref, title, author, quarantine, appeal } = item;
  const { skill_id, version_id } = ref;
  const now = Date.now();
  return (
    <article aria-label={title} className="space-y-4">
      <header>
        <h3 dir="auto" className="text-xl">
          <a className="link" href={`/skills/${skill_id}/versions/${version_id}`}>
            {title}
          </a>
        </h3>
        <p dir="auto" className="mt-1 text-ink-soft">
          {item.description}
        </p>
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
      </header>
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
    </article>
  );
}
