import type { ReactNode } from "react";

/** The light theme colours of app/globals.css, for drawings without a stylesheet. A test compares them. */
export const PALETTE = {
  paper: "#faf9f6",
  surface: "#ffffff",
  sunken: "#f2f0ea",
  line: "#e3dfd6",
  "line-strong": "#8b8578",
  ink: "#211f1b",
  "ink-soft": "#4d4840",
  "ink-faint": "#676157",
  moss: "#42641f",
  "moss-strong": "#314b16",
  "moss-wash": "#ecf1e2",
  amber: "#7d5200",
  "amber-wash": "#faf0d9",
} as const;

export const CARD_WIDTH = 1_200;
export const CARD_HEIGHT = 630;

/** The three stones of the logo, each a path in a 32 × 32 drawing. */
const MARK = [
  "M3.2 27.4c-.5-2.6.9-4.8 3.6-5.4 5.6-1.1 13.3-1.2 18.5-.1 2.6.5 4 2.7 3.5 5.2-.2.9-.9 1.4-1.8 1.4H5c-1 0-1.6-.4-1.8-1.1z",
  "M7.6 17.9c-.4-2.3.8-4 3.1-4.4 3.5-.6 8.2-.5 11.6.3 2 .5 2.9 2.1 2.5 3.9-.2 1.1-1 1.6-2.1 1.7-4.3.4-8.8.3-13 0-1.2-.1-1.9-.6-2.1-1.5z",
  "M11.4 9.3c-.3-2.6 1.6-4.8 4.5-5.2 2.6-.3 4.8 1.3 5.1 3.8.2 1.7-.7 2.8-2.4 3-1.6.2-3.3.2-4.8.1-1.4-.1-2.3-.6-2.4-1.7z",
];
/** The large cairn, from the bottom up: a skill or a question first, then the stages that build on it. */
const STONES = [
  "M29 288c-9-20 2-44 26-50 41-10 101-10 137 1 22 7 31 25 26 44-2 8-8 12-17 13-52 4-105 4-154 1-9-1-15-3-18-9z",
  "M54 227c-8-17 0-37 20-42 31-8 74-8 103 1 18 6 26 21 22 37-2 7-7 10-15 11-38 4-77 3-114 0-8-1-13-3-16-7z",
  "M77 173c-6-17 2-34 20-39 22-6 50-5 70 3 14 6 20 19 16 32-2 6-6 9-13 10-26 3-53 3-79 0-7-1-12-2-14-6z",
  "M99 118c-5-22 9-43 32-46 21-3 37 11 38 32 0 12-6 20-18 21-13 2-26 2-39 0-8-1-12-3-13-7z",
];
const GROUND = ["M4 306c34-9 62-3 92-7s46-12 82-9 36 9 62 8", "M30 319c40-6 76 2 118-3s60-3 96 0"];

export type CardContent = {
  kicker: string;
  tone: "moss" | "amber";
  title: string;
  text: string;
  chips: string[];
  note: string;
  /** Filled stones of the cairn, 1 to 4. */
  laid: number;
};

/** The link preview image for chats and feeds: 1,200 × 630, displayed at a third of that. */
export function CardFrame({ kicker, tone, title, text, chips, note, laid }: CardContent) {
  return (
    <div
      style={{
        display: "flex",
        boxSizing: "border-box",
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        padding: "52px 40px 48px 64px",
        backgroundColor: PALETTE.paper,
        borderTop: `10px solid ${PALETTE[tone]}`,
        color: PALETTE.ink,
        fontFamily: "Text",
      }}
    >
      <div style={{ display: "flex", flexDirection: "column", width: 780 }}>
        <Head kicker={kicker} tone={tone} />
        <div style={{ display: "flex", flexDirection: "column", flexGrow: 1, justifyContent: "center" }}>
          <Lines size={titleSize(title)} weight={600} lines={4} colour={PALETTE.ink}>
            {title}
          </Lines>
          {text !== "" && (
            <div style={{ display: "flex", marginTop: 20 }}>
              <Lines size={30} weight={400} lines={title.length > 70 ? 2 : 3} colour={PALETTE["ink-soft"]}>
                {text}
              </Lines>
            </div>
          )}
        </div>
        <Foot chips={chips} note={note} />
      </div>
      <div style={{ display: "flex", flexGrow: 1, alignItems: "flex-end", justifyContent: "flex-end" }}>
        <LogoGraphic laid={laid} tone={tone} />
      </div>
    </div>
  );
}

function Head({ kicker, tone }: { kicker: string; tone: "moss" | "amber" }) {
  return (
    <div style={{ display: "flex", alignItems: "center" }}>
      <svg aria-hidden="true" width="44" height="44" viewBox="0 0 32 32" fill={PALETTE.moss}>
        {MARK.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
      <span style={{ marginLeft: 12, fontSize: 34, fontWeight: 600 }}>Cairn</span>
      <span
        style={{
          marginLeft: 24,
          padding: "5px 18px 7px",
          borderRadius: 8,
          fontSize: 26,
          fontWeight: 600,
          color: PALETTE[tone],
          backgroundColor: PALETTE[`${tone}-wash`],
        }}
      >
        {kicker}
      </span>
    </div>
  );
}

function Lines(props: { size: number; weight: 400 | 600; lines: number; colour: string; children: ReactNode }) {
  return (
    <div
      style={{
        display: "block",
        width: "100%",
        fontSize: props.size,
        fontWeight: props.weight,
        lineHeight: props.weight === 600 ? 1.14 : 1.32,
        letterSpacing: props.weight === 600 ? "-0.01em" : "0",
        color: props.colour,
        lineClamp: props.lines,
        wordBreak: "break-word",
      }}
    >
      {props.children}
    </div>
  );
}

function Foot({ chips, note }: { chips: string[]; note: string }) {
  return (
    <div style={{ display: "flex", flexDirection: "column" }}>
      {chips.length > 0 && (
        <div style={{ display: "flex", flexWrap: "wrap", maxHeight: 50, overflow: "hidden" }}>
          {chips.map((chip) => (
            <span
              key={chip}
              style={{
                marginRight: 12,
                padding: "4px 14px 6px",
                border: `2px solid ${PALETTE.line}`,
                borderRadius: 8,
                backgroundColor: PALETTE.surface,
                fontSize: 25,
                color: PALETTE["ink-soft"],
              }}
            >
              {chip}
            </span>
          ))}
        </div>
      )}
      <div style={{ display: "flex", marginTop: 18, fontSize: 26, color: PALETTE["ink-faint"] }}>{note}</div>
    </div>
  );
}

/** Long titles get a smaller font, so that most fit in four lines. */
function titleSize(title: string): number {
  if (title.length <= 32) return 76;
  if (title.length <= 64) return 64;
  return title.length <= 100 ? 54 : 46;
}

/** A cairn with `laid` filled stones; the others are dashed. The topmost filled one has the accent colour. */
function LogoGraphic({ laid, tone }: { laid: number; tone: "moss" | "amber" }) {
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
