import { renderAsync } from "@resvg/resvg-js";
import type { ReactNode } from "react";
import satori from "satori";
import { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";
import { cardFonts } from "@/lib/server/formats/cards/fonts";

/** Cards cached in memory, about 40 kB each. */
const KEPT_MAX = 150;
/** Maximum number of queued cards. Clients that preview links retry. */
const WAITING_MAX = 20;
const RETRY_SECONDS = 5;

type Studio = { kept: Map<string, Promise<Uint8Array>>; last: Promise<unknown>; waiting: number };

/**
 * Renders a picture as PNG, once per `key`, and caches it. One is drawn at a time, without network access. Throws
 * `unavailable` when the queue is full.
 */
export function drawCard(key: string, make: () => Promise<{ element: ReactNode; width: number; height: number }>) {
  const studio = singleton<Studio>("cards", () => ({ kept: new Map(), last: Promise.resolve(), waiting: 0 }));
  const known = studio.kept.get(key);
  if (!known && studio.waiting >= WAITING_MAX) {
    throw new Problem("unavailable", {
      detail: "Too many pictures are being drawn.",
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  const drawn = known ?? inTurn(studio, async () => toPng(await make()));
  // Deleting first moves the key to the end of the map, which is evicted last.
  studio.kept.delete(key);
  studio.kept.set(key, drawn);
  drawn.catch(() => studio.kept.delete(key));
  for (const oldest of studio.kept.keys()) {
    if (studio.kept.size <= KEPT_MAX) break;
    studio.kept.delete(oldest);
  }
  return drawn;
}

function inTurn<T>(studio: Studio, work: () => Promise<T>): Promise<T> {
  studio.waiting += 1;
  const done = studio.last.then(work).finally(() => {
    studio.waiting -= 1;
  });
  studio.last = done.catch(() => {});
  return done;
}

async function toPng(card: { element: ReactNode; width: number; height: number }): Promise<Uint8Array> {
  const { element, width, height } = card;
  const svg = await satori(element, { width, height, fonts: cardFonts(), loadAdditionalAsset: async () => [] });
  // Renders in another thread, because it would block the event loop for too long.
  return (await renderAsync(svg, { font: { loadSystemFonts: false } })).asPng();
}
