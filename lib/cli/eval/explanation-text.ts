import { stripVTControlCharacters } from "node:util";
import { shortened } from "@/lib/platform/words";
import { type Block, type Cell, textOf } from "@/lib/search/explain/hit-in-words";

/** Longer cells are cut, but for those of the last column. */
const CELL_CHARACTERS_MAX = 120;
const NUMBER = /^[-+]?[\d.]+%?$/;

/** An explanation as plain text for a terminal: tables are aligned, links are left out. */
export function explanationText(blocks: readonly Block[]): string {
  return `${blocks.map(blockText).join("\n\n")}\n`;
}

function blockText(block: Block): string {
  if (block.kind === "text") return printable(block.text);
  if (block.kind === "heading") return underlined(block.text, "=");
  if (block.kind === "table") {
    const note = block.note ? `${printable(block.note)}\n` : "";
    return `${underlined(block.caption, "-")}\n${note}${tableText(block.head, block.rows)}`;
  }
  return [underlined(block.title, "="), ...block.blocks.map(blockText)].join("\n\n");
}

function underlined(text: string, line: string): string {
  const shown = printable(text);
  return `${shown}\n${line.repeat(shown.length)}`;
}

function tableText(head: readonly string[], rows: readonly Cell[][]): string {
  const last = head.length - 1;
  const lines = [head, ...rows].map((row) =>
    head.map((_, column) => {
      const cell = printable(textOf(row[column] ?? ""));
      return column === last ? cell : shortened(cell, CELL_CHARACTERS_MAX);
    }),
  );
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = (line: readonly string[]) =>
    line
      .map((cell, column) => padded(cell, column, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const [first = [], ...rest] = lines;
  return [text(first), "-".repeat(text(first).length), ...rest.map(text)].join("\n");
}

/** The first column names the row, also where that is a number. */
function padded(cell: string, column: number, width: number): string {
  return column > 0 && NUMBER.test(cell) ? cell.padStart(width) : cell.padEnd(width);
}

/** Titles and questions are others' texts: without characters that control a terminal. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, " ");
}
