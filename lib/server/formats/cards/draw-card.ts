import { renderAsync } from "@resvg/resvg-js";
import type { ReactNode } from "react";
import satori from "satori";
import { Problem } from "@/lib/platform/errors";
import { cache } from "@/lib/platform/lru";
import { singleton } from "@/lib/platform/singleton";
import { cardFonts } from "@/lib/server/formats/cards/fonts";

/** A card has about 40 kB. */
const KEPT_BYTES_MAX = 6_000_000;
/** Maximum number of queued cards. Clients that preview links retry. */
const WAITING_MAX = 20;
const RETRY_SECONDS = 5;

type Studio = { last: Promise<unknown>; waiting: number };
type Card = Uint8Array | Promise<Uint8Array>;

/**
 * Renders a picture as PNG, once per `key`, and caches it. One is drawn at a time, without network access. Throws
 * `unavailable` when the queue is full.
 */
export async function drawCard(
  key: string,
  make: () => Promise<{ element: ReactNode; width: number; height: number }>,
): Promise<Uint8Array> {
  const studio = singleton<Studio>("studio", () => ({ last: Promise.resolve(), waiting: 0 }));
  const kept = cache<Card>("cards", KEPT_BYTES_MAX, (card) => (card instanceof Promise ? 1 : card.length));
  const known = kept.get(key);
  if (known) return known;
  if (studio.waiting >= WAITING_MAX) {
    throw new Problem("unavailable", {
      detail: "Too many pictures are being drawn.",
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  const drawn = inTurn(studio, async () => toPng(await make()));
  kept.set(key, drawn);
  drawn.then(
    (card) => kept.set(key, card),
    () => kept.delete(key),
  );
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
