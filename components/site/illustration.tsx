/** An annotated drawing of a cairn's parts. The text beside it says the same, so it is one image. */
export function Illustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 368 330"
      role="img"
      aria-label="A cairn of four stones: a skill below, its review, the outcomes, and on top the next question."
      className={className}
    >
      <g className="fill-none stroke-line" strokeWidth="1.2">
        <path d="M4 306c34-9 62-3 92-7s46-12 82-9 52 11 84 7 60-8 94-1" />
        <path d="M30 319c40-6 76 2 118-3s84-4 170 1" />
      </g>
      <g strokeWidth="1.6" strokeLinejoin="round" className="fill-surface stroke-line-strong">
        <path d="M29 288c-9-20 2-44 26-50 41-10 101-10 137 1 22 7 31 25 26 44-2 8-8 12-17 13-52 4-105 4-154 1-9-1-15-3-18-9z" />
        <path d="M54 227c-8-17 0-37 20-42 31-8 74-8 103 1 18 6 26 21 22 37-2 7-7 10-15 11-38 4-77 3-114 0-8-1-13-3-16-7z" />
        <path d="M77 173c-6-17 2-34 20-39 22-6 50-5 70 3 14 6 20 19 16 32-2 6-6 9-13 10-26 3-53 3-79 0-7-1-12-2-14-6z" />
      </g>
      <path
        d="M99 118c-5-22 9-43 32-46 21-3 37 11 38 32 0 12-6 20-18 21-13 2-26 2-39 0-8-1-12-3-13-7z"
        strokeWidth="1.6"
        className="fill-moss-wash stroke-moss"
      />
      <g className="fill-none stroke-line-strong" strokeWidth="1.1" strokeLinecap="round">
        <path d="M50 268c14 2 26 1 38-2M62 277c9 1 18 1 26-1M160 254c12 0 22 2 30 6M150 262c6-1 13-1 19 0" />
        <path d="M74 212c10 3 20 3 30 1M82 219c6 1 12 1 17 0M150 196c10 1 18 4 24 8" />
        <path d="M92 159c8 3 15 3 23 2M140 146c8 1 15 4 20 8" />
      </g>
      <g className="fill-none stroke-moss" strokeWidth="1.1" strokeLinecap="round">
        <path d="M110 108c7 3 14 4 21 2M142 88c6 2 10 6 12 11" />
      </g>
      <g className="stroke-line-strong" strokeWidth="1">
        <path d="M174 98h58M190 156h42M205 208h27M224 262h8" />
      </g>
      <g className="fill-ink font-semibold" fontSize="15">
        <text x="240" y="96">
          A question
        </text>
        <text x="240" y="154">
          Outcomes
        </text>
        <text x="240" y="206">
          A review
        </text>
        <text x="240" y="260">
          A skill
        </text>
      </g>
      <g className="fill-ink-soft" fontSize="12.5">
        <text x="240" y="113">
          that waits in public
        </text>
        <text x="240" y="171">
          of those who tried
        </text>
        <text x="240" y="223">
          by whom, for what
        </text>
        <text x="240" y="277">
          and what it fits
        </text>
      </g>
    </svg>
  );
}
