"use client";

import type { ReactNode } from "react";
import { AuthorName } from "@/components/author-name";
import { DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";
import { type DashboardUse, DecisionForm, Fold, Withdraw } from "@/components/maintain/decisions";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { JudgedAgainItem, QueueItem, WaitingItem } from "@/lib/contract/maintenance/queue";
import { reasonsInWords } from "@/lib/contract/skill-in-words";

/** Versions that lists show only after somebody vouched for them, the latest first. */
export function Waiting({ items, more, waiting, said, ...use }: VersionItemsProps<WaitingItem> & DashboardUse) {
  return (
    <VersionItems
      id="waiting"
      title="Waiting"
      about="These versions are published and listed nowhere until somebody vouches for them."
      {...{ items, more, waiting, said }}
      show={(item) => <WaitingVersion item={item} use={use} />}
    />
  );
}

function WaitingVersion({ item, use }: { item: WaitingItem; use: DashboardUse }) {
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
          <Withdraw use={use} ids={{ skill_id, version_id }} say={() => `${title}: withdrawn.`} />
        </Fold>
      </div>
    </>
  );
}

/** Published versions in which the current rules find a risk, or which they would refuse, oldest first. */
export function JudgedAgain({ items, more, waiting, said, ...use }: VersionItemsProps<JudgedAgainItem> & DashboardUse) {
  return (
    <VersionItems
      id="judged-again"
      title="Judged again"
      about="The rules have changed since these versions were published. They stay published until a maintainer decides."
      {...{ items, more, waiting, said }}
      show={(item) => <JudgedVersion item={item} use={use} />}
    />
  );
}

function JudgedVersion({ item, use }: { item: JudgedAgainItem; use: DashboardUse }) {
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
            <Withdraw use={use} ids={ids} say={() => `${title}: withdrawn.`} />
          </div>
        </details>
      </div>
    </>
  );
}

type Version = { ref: { skill_id: string; version_id: string }; title: string; description: string };

type VersionItemsProps<Item> = {
  items: Item[] | null;
  more: boolean;
  waiting: string | null;
  said: SaidNow | null;
};

/** A section of the dashboard that lists versions to decide about. A decision loads the next. */
function VersionItems<Item extends Version>({
  id,
  title,
  about,
  items,
  more,
  waiting,
  said,
  show,
}: VersionItemsProps<Item> & { id: string; title: string; about: string; show: (item: Item) => ReactNode }) {
  return (
    <DashboardSection id={id} title={title} waiting={waiting} said={said} busy={items === null}>
      <p className="mt-2 max-w-3xl text-ink-soft">{about}</p>
      {items?.length === 0 && <p className="mt-2 text-ink-soft">Nothing is waiting for a decision.</p>}
      <ul className="mt-2 divide-y divide-line">
        {items?.map((item) => (
          <li key={item.ref.version_id} className="py-6">
            <article aria-label={item.title} className="space-y-4">
              {show(item)}
            </article>
          </li>
        ))}
      </ul>
      {more && <p className="text-ink-soft">More versions follow when these are decided.</p>}
    </DashboardSection>
  );
}

/** The title of a version, which leads to its page, and its description; then `children`. */
function VersionHead({ item, children }: { item: Version; children: ReactNode }) {
  return (
    <header>
      <h3 dir="auto" className="text-xl">
        <a className="link" href={`/skills/${item.ref.skill_id}/versions/${item.ref.version_id}`}>
          {item.title}
        </a>
      </h3>
      <p dir="auto" className="mt-1 text-ink-soft">
        {item.description}
      </p>
      {children}
    </header>
  );
}

/** The safety findings in a text: rule, field, line and the line itself. */
export function Findings({ findings }: { findings: QueueItem["review"]["findings"] }) {
  return (
    <ul aria-label="What the rules found" className="space-y-2 rounded-md border border-amber/40 bg-amber-wash p-4">
      {findings.map((finding) => (
        <li key={`${finding.rule} ${finding.file ?? finding.field} ${finding.line}`} className="text-base">
          <span className="font-semibold">{finding.what}</span>{" "}
          <span className="text-ink-soft">
            ({finding.class}, rule {finding.rule}, {finding.file ?? finding.field} line {finding.line}
            {finding.count > 1 ? `, ${finding.count} times` : ""})
          </span>
          <code dir="auto" className="mt-1 block whitespace-pre-wrap font-mono text-sm">
            {finding.excerpt}
          </code>
        </li>
      ))}
    </ul>
  );
}
