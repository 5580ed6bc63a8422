"use client";

import { DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";
import { type DashboardUse, DecisionForm } from "@/components/maintain/decision-form";
import { Findings } from "@/components/maintain/findings";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { JudgedAgainItem } from "@/lib/contract/maintenance/queue";

type Props = DashboardUse & {
  items: JudgedAgainItem[] | null;
  more: boolean;
  waiting: string | null;
  said: SaidNow | null;
};

/** Published versions that the current rules would hold or refuse, oldest first. A decision loads the next. */
export function JudgedAgain({ items, more, waiting, said, ...use }: Props) {
  return (
    <DashboardSection id="judged-again" title="Judged again" waiting={waiting} said={said} busy={items === null}>
      <p className="mt-2 max-w-3xl text-ink-soft">
        The rules have changed since these versions were published. They stay published until a maintainer decides.
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

function Item({ item, use }: { item: JudgedAgainItem; use: DashboardUse }) {
  const { ref, title, rules_version, verdict } = item;
  const ids = { skill_id: ref.skill_id, version_id: ref.version_id };
  const now = Date.now();
  return (
    <article aria-label={title} className="space-y-4">
      <header>
        <h3 dir="auto" className="text-xl">
          <a className="link" href={`/skills/${ref.skill_id}/versions/${ref.version_id}`}>
            {title}
          </a>
        </h3>
        <p dir="auto" className="mt-1 text-ink-soft">
          {item.description}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-ink-soft">
          <Badge tone={verdict === "reject" ? "rust" : "amber"}>
            {verdict === "reject" ? "Would be refused" : "Would be held"}
          </Badge>
          <span>
            found <RelativeTime at={item.since} now={now} />, published{" "}
            <RelativeTime at={item.published_at} now={now} />
            {item.selected ? ", selected" : ""}
          </span>
        </p>
      </header>
      <Findings findings={item.findings} />
      <div className="space-y-3">
        <details name={`judged-${ref.version_id}`}>
          <summary className="font-semibold text-base">Keep it</summary>
          <div className="mt-2">
            <DecisionForm
              {...use}
              path="keep"
              action="Keep"
              body={() => ({ ...ids, rules_version })}
              say={() => `${title}: kept until the rules change again.`}
            />
          </div>
        </details>
        <details name={`judged-${ref.version_id}`}>
          <summary className="font-semibold text-base">Withdraw the version</summary>
          <div className="mt-2">
            <DecisionForm
              {...use}
              path="withdraw"
              action="Withdraw"
              question="Withdraw this version? It can no longer be loaded, and everyone can read the reason."
              body={() => ids}
              say={() => `${title}: withdrawn.`}
            />
          </div>
        </details>
      </div>
    </article>
  );
}
