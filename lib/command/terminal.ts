import { emitKeypressEvents, type Key } from "node:readline";

/** Part of every mark. It cannot be guessed, so text of others contains no mark. */
const KEY = crypto.randomUUID();
const wrapped = (open: number, close: number) => (text: string) => `${KEY}${open}m${text}${KEY}${close}m`;

/** Marks text for `printable`. */
export const style = {
  bold: wrapped(1, 22),
  dim: wrapped(2, 22),
  red: wrapped(31, 39),
  green: wrapped(32, 39),
  yellow: wrapped(33, 39),
  cyan: wrapped(36, 39),
};

/** Control characters above ASCII, and characters that change the direction of text. */
const HIGH = "\\x7f-\\x9f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
// Whole sequences first, then single characters: all but newlines and tabs.
const MARK_OR_CONTROL = new RegExp(`${KEY}(\\d+m)|\\x1b\\[[0-9;?]*[ -/]*[@-~]|[\\0-\\x08\\x0b-\\x1f${HIGH}]`, "g");

/**
 * Text for a terminal without control characters: a text written by others cannot steer the reader's terminal. The marks of
 * `style` become colours if `colour` is true, else they are removed.
 */
export function printable(text: string, colour: boolean): string {
  return text.replace(MARK_OR_CONTROL, (_, mark) => (mark && colour ? `\u001b[${mark}` : ""));
}

/** JSON that cannot steer a terminal either, and says the same. */
export function escaped(json: string): string {
  return json.replace(
    new RegExp(`[${HIGH}]`, "g"),
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The rows that a terminal of an unknown size has. */
const ROWS = 24;
const COLUMNS = 80;

type Streams = { input: NodeJS.ReadStream; output: NodeJS.WriteStream; colour: boolean; signal: AbortSignal };

/**
 * Lets the user mark rows with the arrow keys and the space bar; Return accepts. The places of the marked rows, none after
 * Escape; null after Ctrl-C.
 */
export async function pick(question: string, rows: readonly string[], streams: Streams): Promise<number[] | null> {
  const { input, output, colour, signal } = streams;
  const marked = new Set<number>();
  let at = 0;
  let drawn = 0;
  const draw = (last = false) => {
    const height = Math.max(3, (output.rows ?? ROWS) - 3);
    const first = Math.min(Math.max(0, at - height + 1), Math.max(0, rows.length - height));
    const lines = last
      ? []
      : [`${question} ${style.dim("↑ ↓ move, space marks, a marks all, Return adds, Esc leaves")}`];
    if (!last)
      for (const [index, row] of rows.slice(first, first + height).entries()) {
        const place = first + index;
        const line = `${place === at ? ">" : " "} [${marked.has(place) ? "x" : " "}] ${row}`;
        const short = line.slice(0, (output.columns ?? COLUMNS) - 1);
        lines.push(place === at ? style.cyan(short) : short);
      }
    const up = drawn > 0 ? `\u001b[${drawn}A` : "";
    output.write(`${up}\r\u001b[J${lines.map((line) => `${printable(line, colour)}\n`).join("")}`);
    drawn = lines.length;
  };
  const mark = (index: number) => marked.delete(index) || marked.add(index);
  emitKeypressEvents(input);
  input.setRawMode?.(true);
  input.resume();
  draw();
  try {
    return await new Promise<number[] | null>((resolve) => {
      const end = () => resolve([]);
      const key = (_: unknown, { name, ctrl, sequence }: Key) => {
        if (ctrl && name === "c") return resolve(null);
        if (name === "return" || name === "enter") return resolve([...marked].sort((a, b) => a - b));
        if (name === "escape" || name === "q") return resolve([]);
        if (name === "up" || name === "k") at = (at - 1 + rows.length) % rows.length;
        if (name === "down" || name === "j") at = (at + 1) % rows.length;
        if (name === "space") mark(at);
        if (sequence === "a") for (const index of rows.keys()) if (marked.size < rows.length) marked.add(index);
        draw();
      };
      input.on("keypress", key).once("end", end);
      signal.addEventListener("abort", () => resolve(null), { once: true });
    });
  } finally {
    draw(true);
    input.removeAllListeners("keypress");
    input.setRawMode?.(false);
    input.pause();
  }
}
