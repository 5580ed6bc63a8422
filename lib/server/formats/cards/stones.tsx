import { PALETTE } from "@/lib/server/formats/cards/palette";

/** From the bottom up: a skill or a question first, then the stages that build on it. */
const STONES = [
  "M29 288c-9-20 2-44 26-50 41-10 101-10 137 1 22 7 31 25 26 44-2 8-8 12-17 13-52 4-105 4-154 1-9-1-15-3-18-9z",
  "M54 227c-8-17 0-37 20-42 31-8 74-8 103 1 18 6 26 21 22 37-2 7-7 10-15 11-38 4-77 3-114 0-8-1-13-3-16-7z",
  "M77 173c-6-17 2-34 20-39 22-6 50-5 70 3 14 6 20 19 16 32-2 6-6 9-13 10-26 3-53 3-79 0-7-1-12-2-14-6z",
  "M99 118c-5-22 9-43 32-46 21-3 37 11 38 32 0 12-6 20-18 21-13 2-26 2-39 0-8-1-12-3-13-7z",
];
const GROUND = ["M4 306c34-9 62-3 92-7s46-12 82-9 36 9 62 8", "M30 319c40-6 76 2 118-3s60-3 96 0"];

/** A cairn with `laid` filled stones; the others are dashed. The topmost filled one has the accent colour. */
export function LogoGraphic({ laid, tone }: { laid: number; tone: "moss" | "amber" }) {
  return (
    <svg aria-hidden="true" width="300" height="344" viewBox="0 46 248 284" fill="none">
      {GROUND.map((path) => (
        <path key={path} d={path} stroke={PALETTE.line} strokeWidth="1.4" />
      ))}
      {STONES.map((path, place) => {
        const isLaid = place < laid;
        const isTop = place === laid - 1;
        return (
          <path
            key={path}
            d={path}
            fill={isTop ? PALETTE[`${tone}-wash`] : isLaid ? PALETTE.surface : "none"}
            stroke={isTop ? PALETTE[tone] : isLaid ? PALETTE["line-strong"] : PALETTE.line}
            strokeWidth={isLaid ? "1.9" : "1.5"}
            strokeLinejoin="round"
            {...(isLaid ? {} : { strokeDasharray: "5 6" })}
          />
        );
      })}
    </svg>
  );
}
