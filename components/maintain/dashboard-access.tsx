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
import type { ReportedSubject } from "@/lib/contract/maintenance/reports";

const SECTIONS = [
  ["review", "In review"],
  ["waiting", "Waiting"],
  ["judged-again", "Judged again"],
  ["reported", "Reported"],
  ["find", "By address"],
  ["connections", "Connections"],
  ["decided", "Recent decisions"],
] as const;

type Part<T> = { data: T[]; next_cursor: string | null };

type QueuePage = {
  data: QueueItem[];
  next_cursor: string | null;
  judged_again: Part<JudgedAgainItem>;
  waiting: Part<WaitingItem>;
};

type SectionId = (typeof SECTIONS)[number][0];

function countOf(part: Part<unknown> | null): string | null {
  return part && (part.next_cursor ? `more than ${part.data.length}` : String(part.data.length));
}

/** The moderation dashboard. Every decision is announced in its section, and the lists are read again. */
export default function DashboardAccess({ token, reasonMax }: { token: string; reasonMax: number }) {
  const [turn, setTurn] = useState(0);
  const [said, setSaid] = useState<{ where: SectionId; what: SaidNow } | null>(null);
  const queue = useList<QueueItem, QueuePage>(token, "maintenance/queue?limit=10", turn);
  const waiting = queue.items && (queue.more ? `more than ${queue.items.length}` : String(queue.items.length));
  const judgedAgain = queue.first?.judged_again ?? null;
  const judgedWaiting = countOf(judgedAgain);
  const quarantined = queue.first?.waiting ?? null;
  const reported = useList<ReportedSubject>(token, "maintenance/reports?limit=10", turn);
  const reportedWaiting =
    reported.items && (reported.more ? `more than ${reported.items.length}` : String(reported.items.length));
  const count: Partial<Record<SectionId, string | null>> = {
    review: waiting,
    waiting: countOf(quarantined),
    "judged-again": judgedWaiting,
    reported: reportedWaiting,
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
      <ReviewQueue {...shareOf("review")} queue={queue} waiting={waiting} />
      <Waiting
        {...shareOf("waiting")}
        items={quarantined?.data ?? null}
        more={quarantined?.next_cursor != null}
        waiting={countOf(quarantined)}
      />
      <JudgedAgain
        {...shareOf("judged-again")}
        items={judgedAgain?.data ?? null}
        more={judgedAgain?.next_cursor != null}
        waiting={judgedWaiting}
      />
      <Reported {...shareOf("reported")} list={reported} waiting={reportedWaiting} />
      <Finder {...shareOf("find")} />
      <ConnectionList {...shareOf("connections")} turn={turn} />
      <DecisionList {...shareOf("decided")} turn={turn} />
    </>
  );
}
