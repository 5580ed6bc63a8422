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
