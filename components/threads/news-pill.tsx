import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { NEWS_PLACE } from "@/components/threads/thread-news";

/**
 * Announces new replies in their fixed place, wherever on the page the reader is; while some are unseen, as a button
 * that leads to the first of them.
 */
export function NewsPill({ waiting, arrived, onShow }: { waiting: number; arrived: number; onShow: () => void }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(NEWS_PLACE)), []);
  if (!place || arrived === 0) return null;
  return createPortal(
    waiting > 0 ? (
      <button
        type="button"
        onClick={onShow}
        className="inline-flex min-h-10 cursor-pointer items-center rounded-full bg-moss px-5 font-semibold text-on-moss shadow-lg hover:bg-moss-strong forced-colors:border"
      >
        {inWords(waiting)}
      </button>
    ) : (
      <span className="sr-only">{inWords(arrived)}, shown at the end of the thread</span>
    ),
    place,
  );
}

function inWords(count: number): string {
  return count === 1 ? "1 new reply" : `${count} new replies`;
}
