"use client";

import { useState } from "react";
import { ConnectionList } from "@/components/maintain/connection-list";
import { DecisionList } from "@/components/maintain/decision-list";
import { Finder } from "@/components/maintain/finder";
import { ReviewQueue } from "@/components/maintain/review-queue";

const SECTIONS = [
  ["review", "In review"],
  ["find", "By address"],
  ["connections", "Connections"],
  ["decided", "Decided lately"],
] as const;

/** The desk itself. Every decision is said here, and the lists are read again. */
export default function DeskRoom({ token, reasonMax }: { token: string; reasonMax: number }) {
  const [turn, setTurn] = useState(0);
  const [said, setSaid] = useState("");
  const use = {
    token,
    reasonMax,
    onDone: (what: string) => {
      setSaid(what);
      setTurn((before) => before + 1);
    },
  };
  return (
    <>
      <nav aria-label="The desk" className="mt-6 flex flex-wrap gap-x-5 gap-y-1 border-line border-b pb-3">
        {SECTIONS.map(([id, name]) => (
          <a key={id} href={`#${id}`} className="link">
            {name}
          </a>
        ))}
      </nav>
      <p role="status" className={said ? "mt-5 rounded-md border border-moss/40 bg-moss-wash px-4 py-3" : "sr-only"}>
        {said}
      </p>
      <ReviewQueue {...use} turn={turn} />
      <Finder {...use} />
      <ConnectionList {...use} turn={turn} />
      <DecisionList {...use} turn={turn} />
    </>
  );
}
