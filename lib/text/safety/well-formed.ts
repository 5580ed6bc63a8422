/** Whether Postgres and JSON can hold a text exactly: no lone surrogate, no U+0000. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
