const ESCAPE = "\u001b";
const wrapped = (open: number, close: number) => (text: string) => `${ESCAPE}[${open}m${text}${ESCAPE}[${close}m`;

/** Marks text for a terminal. Where colour does not belong, `printable` removes the marks. */
export const style = {
  bold: wrapped(1, 22),
  dim: wrapped(2, 22),
  red: wrapped(31, 39),
  green: wrapped(32, 39),
  yellow: wrapped(33, 39),
  cyan: wrapped(36, 39),
};

const OWN_MARKS = new Set([1, 2, 22, 31, 32, 33, 36, 39].map((code) => `${ESCAPE}[${code}m`));
// Whole sequences first, then single control characters: but for newlines and tabs, and those that change the direction.
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are removed.
  /\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text without control characters: a text written by others cannot steer the reader's terminal. The marks of `style`
 * stay if `colour` is true.
 */
export function printable(text: string, colour: boolean): string {
  return text.replace(CONTROL, (found) => (colour && OWN_MARKS.has(found) ? found : ""));
}
