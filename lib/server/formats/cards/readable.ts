import satori from "satori";
import { cardFonts } from "@/lib/server/formats/cards/fonts";

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
