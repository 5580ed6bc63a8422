/**
 * About 20,000 tokens: three bytes of UTF-8 are a token or less, in English as in Chinese. Hosts truncate at 25,000.
 */
export const ANSWER_BYTES_MAX = 60_000;

const TEXT_CHARACTERS = [8_000, 4_000, 2_000, 1_000, 500, 250, 120, 60];

/** Whether an answer, as JSON, is small enough to be shown whole. */
export function fits(json: string): boolean {
  return Buffer.byteLength(json) <= ANSWER_BYTES_MAX;
}

/**
 * Shortens an answer's longest texts until it fits and adds a member `shortened` that says so. Only for answers that
 * cannot be paged. Addresses and cursors stay whole.
 */
export function shortened(answer: Record<string, unknown>): Record<string, unknown> {
  let kept = answer;
  for (const charactersMax of TEXT_CHARACTERS) {
    if (fits(JSON.stringify(kept))) break;
    const note = `Too long for one answer: texts end after ${charactersMax} characters. Read them one by one.`;
    kept = { shortened: note, ...cut(answer, charactersMax) };
  }
  return kept;
}

function cut(value: object, charactersMax: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, /(cursor|url)$/.test(key) ? item : cutItem(item, charactersMax)]),
  );
}

function cutItem(item: unknown, charactersMax: number): unknown {
  if (typeof item === "string")
    return item.length <= charactersMax ? item : `${item.slice(0, charactersMax).toWellFormed()} […]`;
  if (Array.isArray(item)) return item.map((inner: unknown) => cutItem(inner, charactersMax));
  return typeof item === "object" && item !== null ? cut(item, charactersMax) : item;
}
