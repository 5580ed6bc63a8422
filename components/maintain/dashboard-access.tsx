"use client";

import { useState } from "react";
import { ConnectionList } from "@/components/maintain/connection-list";
import { type SaidNow, useList } from "@/components/maintain/dashboard-section";
import { DecisionList } from "@/components/maintain/decisions";
import { Finder } from "@/components/maintain/finder";
import { JudgedAgain, Waiting } from "@/components/maintain/listed-versions";
import { Reported } from "@/components/maintain/reported";
import { ReviewQueue } from "@/components/maintain/review-queue";
import type { JudgedAgainItem, QueueItem, WaitingItem } from "@/lib/contract/maintenance/queue";
import type { ReportedSubject } from "@/lib/contract/public/reports";

const SECTIONS = [
  ["review", "In review"],
  ["waiting", "Waiting"],
  ["judged-again", "Judged again"],
  ["reported", "Reported"],
  ["find", "By address"],
  ["connections", "Connections"],
  ["decided", "Recent decisions"],
] as const;

type SectionId = (typeof SECTIONS)[number][0];

type Part<T> = { data: T[]; next_cursor: string | null };
type QueuePage = Part<QueueItem> & { judged_again: Part<JudgedAgainItem>; waiting: Part<WaitingItem> };

/** The moderation dashboard. Every decision is announced in its section, and the lists are read again. */
export default function DashboardAccess({ token, reasonMax }: { token: string; reasonMax: number }) {
  const [turn, setTurn] = useState(0);
  const [said, setSaid] = useState<{ where: SectionId; what: SaidNow } | null>(null);
  const queue = useList<QueueItem, QueuePage>(token, "maintenance/queue?limit=10", turn);
  const reported = useList<ReportedSubject>(token, "maintenance/reports?limit=10", turn);
  const waiting = itemsOf(queue.first?.waiting);
  const judgedAgain = itemsOf(queue.first?.judged_again);
  const count: Partial<Record<SectionId, string | null>> = {
    review: countOf(queue),
    waiting: countOf(waiting),
    "judged-again": countOf(judgedAgain),
    reported: countOf(reported),
  };
  const shareOf = (where: SectionId) => ({
    token,
    reasonMax,
    said: said?.where === where ? said.what : null,
    onDone: (text: string) => {
      setSaid({ where, what: { text } });
      setTurn((before) => before + 1);
    },
  });
  return (
    <>
      <nav aria-label="The dashboard" className="mt-6 flex flex-wrap gap-x-5 gap-y-1 border-line border-b pb-3">
        {SECTIONS.map(([id, name]) => (
          <a key={id} href={`#${id}`} className="link">
            {name}
            {count[id] && ` (${count[id]})`}
          </a>
        ))}
      </nav>
      <ReviewQueue {...shareOf("review")} queue={queue} waiting={countOf(queue)} />
      <Waiting {...shareOf("waiting")} {...waiting} waiting={countOf(waiting)} />
      <JudgedAgain {...shareOf("judged-again")} {...judgedAgain} waiting={countOf(judgedAgain)} />
      <Reported {...shareOf("reported")} list={reported} waiting={countOf(reported)} />
      <Finder {...shareOf("find")} />
      <ConnectionList {...shareOf("connections")} turn={turn} />
      <DecisionList {...shareOf("decided")} turn={turn} />
    </>
  );
}

function itemsOf<T>(part: Part<T> | undefined): { items: T[] | null; more: boolean } {
  return { items: part?.data ?? null, more: part?.next_cursor != null };
}

/** How many wait, in words; null while that is not known. */
function countOf({ items, more }: { items: unknown[] | null; more: unknown }): string | null {
  return items && (more ? `more than ${items.length}` : String(items.length));
}
