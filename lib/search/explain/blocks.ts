/** A cell of a table: text, or a link to a path of this service. */
export type Cell = string | { text: string; path: string };

/** An explanation as a sequence of parts, for a page, for markdown and for a terminal alike. All texts are plain. */
export type Block =
  | { kind: "heading"; id: string; text: string }
  | { kind: "text"; text: string }
  /** The first column names the row. */
  | { kind: "table"; caption: string; note?: string; head: string[]; rows: Cell[][] }
  | { kind: "part"; id: string; title: string; isOpen: boolean; blocks: Block[] };

/** A number with three decimals. */
export function decimals(value: number): string {
  return value.toFixed(3).replace("-0.000", "0.000");
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}
