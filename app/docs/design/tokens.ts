/** The colours of the pages: the name of the token, the class that paints with it, and what it is for. */
export const COLOURS: Array<{ token: string; paint: string; use: string }> = [
  { token: "paper", paint: "bg-paper", use: "the page" },
  { token: "surface", paint: "bg-surface", use: "fields, cards, what lies on the page" },
  { token: "sunken", paint: "bg-sunken", use: "code, what lies below it" },
  { token: "line", paint: "bg-line", use: "rules between things" },
  { token: "line-strong", paint: "bg-line-strong", use: "edges of what can be used" },
  { token: "ink", paint: "bg-ink", use: "text" },
  { token: "ink-soft", paint: "bg-ink-soft", use: "text that stands back" },
  { token: "ink-faint", paint: "bg-ink-faint", use: "labels, numbers of lines" },
  { token: "moss", paint: "bg-moss", use: "what can be acted on, where the focus is" },
  { token: "moss-strong", paint: "bg-moss-strong", use: "the same under the pointer" },
  { token: "moss-wash", paint: "bg-moss-wash", use: "behind what is well, or was added" },
  { token: "moss-mark", paint: "bg-moss-mark", use: "the words that were added" },
  { token: "on-moss", paint: "bg-on-moss", use: "text on moss" },
  { token: "amber", paint: "bg-amber", use: "take care" },
  { token: "amber-wash", paint: "bg-amber-wash", use: "behind it" },
  { token: "rust", paint: "bg-rust", use: "wrong, gone, removed" },
  { token: "rust-wash", paint: "bg-rust-wash", use: "behind it" },
  { token: "rust-mark", paint: "bg-rust-mark", use: "the words that were removed" },
  { token: "mark", paint: "bg-mark", use: "words that were searched for" },
];

/** Which token stands as text on which: each pair has a contrast of at least 4.5 in light and in dark. */
export const PAIRS: Array<[text: string, ground: string]> = [
  ...["paper", "surface", "sunken"].flatMap((ground) =>
    ["ink", "ink-soft", "ink-faint", "moss", "moss-strong", "amber", "rust"].map((text): [string, string] => [
      text,
      ground,
    ]),
  ),
  ["on-moss", "moss"],
  ["moss-strong", "moss-wash"],
  ["ink-soft", "moss-wash"],
  ["ink-soft", "amber-wash"],
  ["ink-soft", "rust-wash"],
  ["amber", "amber-wash"],
  ["rust", "rust-wash"],
  ["ink", "moss-mark"],
  ["ink", "rust-mark"],
  ["ink", "mark"],
  ["ink-soft", "mark"],
];

/** The sizes of text, largest first. */
export const SIZES: Array<{ name: string; set: string; use: string }> = [
  { name: "text-5xl", set: "text-5xl font-semibold tracking-tight", use: "the first sentence of the home page" },
  { name: "text-4xl", set: "text-4xl font-semibold tracking-tight", use: "the title of a page" },
  { name: "text-3xl", set: "text-3xl font-semibold tracking-tight", use: "the same on narrow screens, and of lists" },
  { name: "text-xl", set: "text-xl font-semibold", use: "a section, the title of a card" },
  { name: "text-lg", set: "text-lg", use: "the paragraph that introduces" },
  { name: "body", set: "", use: "everything that is read" },
  { name: "text-base", set: "text-base", use: "controls, tables, what stands beside" },
  { name: "text-sm", set: "text-sm", use: "badges, notes" },
  { name: "label", set: "label", use: "the line on a specimen" },
];
