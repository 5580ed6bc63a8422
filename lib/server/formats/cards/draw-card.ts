import { readFileSync } from "node:fs";
import path from "node:path";
import { renderAsync } from "@resvg/resvg-js";
import type { ReactNode } from "react";
import satori, { type Font } from "satori";
import { cache } from "@/lib/platform/caches";
import { Problem } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

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

const SCRIPTS: Array<[RegExp, string]> = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "in Japanese"],
  [/\p{Script=Hangul}/u, "in Korean"],
  [/\p{Script=Han}/u, "in Chinese characters"],
  [/\p{Script=Arabic}/u, "in Arabic script"],
  [/\p{Script=Hebrew}/u, "in Hebrew"],
  [/\p{Script=Devanagari}/u, "in Devanagari script"],
  [/\p{Script=Thai}/u, "in Thai"],
  [/\p{Script=Bengali}/u, "in Bengali script"],
  [/\p{Script=Tamil}/u, "in Tamil"],
  [/\p{Script=Armenian}/u, "in Armenian"],
  [/\p{Script=Georgian}/u, "in Georgian"],
];

/** A text that is missing a larger share of its letters is unreadable. */
const MISSING_SHARE_MAX = 0.2;

/**
 * The part of a text that the fonts can draw, without emoji and other missing characters. Null when too much would be
 * missing. No other font is fetched.
 */
export async function readable(text: string): Promise<string | null> {
  const missing = new Set<string>();
  await satori(
    { type: "div", key: null, props: { children: text, style: { fontFamily: "Text" } } },
    {
      width: 800,
      height: 600,
      fonts: cardFonts(),
      loadAdditionalAsset: async (_language, segment) => {
        for (const character of segment) missing.add(character);
        return [];
      },
    },
  );
  const characters = [...text];
  const letters = characters.filter((character) => /[\p{L}\p{N}]/u.test(character));
  const lost = letters.filter((character) => missing.has(character));
  if (lost.length > letters.length * MISSING_SHARE_MAX) return null;
  return characters
    .filter((character) => !missing.has(character))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/** The script of a text that cannot be drawn. */
export function scriptOf(text: string): string {
  return SCRIPTS.find(([pattern]) => pattern.test(text))?.[1] ?? "in another script";
}

const FOLDER = path.join(process.cwd(), "node_modules/@fontsource/source-sans-3/files");
/** The first font has priority; the others supply its missing characters. */
const SUBSETS = ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese"];
const WEIGHTS = [400, 600] as const;

/** The pages' text font by subset: `Text` is Latin, and the others supply its missing characters. Read once. */
function cardFonts(): Font[] {
  return singleton("card_fonts", () =>
    SUBSETS.flatMap((subset) =>
      WEIGHTS.map((weight) => ({
        name: subset === "latin" ? "Text" : `Text ${subset}`,
        weight,
        style: "normal" as const,
        data: readFileSync(path.join(FOLDER, `source-sans-3-${subset}-${weight}-normal.woff`)),
      })),
    ),
  );
}
