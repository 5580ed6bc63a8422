"use client";

import { type DashboardUse, DecisionForm } from "@/components/maintain/decision-form";
import { Findings } from "@/components/maintain/findings";
import { VersionHead, VersionItems, type VersionItemsProps } from "@/components/maintain/version-items";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { JudgedAgainItem } from "@/lib/contract/maintenance/queue";

/** Published versions in which the current rules find a risk, or which they would refuse, oldest first. */
export function JudgedAgain({ items, more, waiting, said, ...use }: VersionItemsProps<JudgedAgainItem> & DashboardUse) {
  return (
    <VersionItems
      id="judged-again"
      title="Judged again"
      about="The rules have changed since these versions were published. They stay published until a maintainer decides."
      {...{ items, more, waiting, said }}
      show={(item) => <Item item={item} use={use} />}
    />
  );
}

function Item({ item, use }: { item: JudgedAgainItem; use: DashboardUse }) {
  const { ref, title, rules_version, verdict } = item;
  const ids = { skill_id: ref.skill_id, version_id: ref.version_id };
  const now = Date.now();
  return (
    <>
      <VersionHead item={item}>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-ink-soft">
          <Badge tone={verdict === "reject" ? "rust" : "amber"}>
            {verdict === "reject" ? "Would be refused" : "Has a risk"}
          </Badge>
          <span>
            found <RelativeTime at={item.since} now={now} />, published{" "}
            <RelativeTime at={item.published_at} now={now} />
            {item.selected ? ", selected" : ""}
          </span>
        </p>
      </VersionHead>
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
    </>
  );
}
