const PLACE = "cairn.draft.";

/** A text that was typed but not posted, from this browser's storage; null without one. */
export function keptDraft(name: string): string | null {
  try {
    return localStorage.getItem(PLACE + name);
  } catch {
    return null;
  }
}

/** Keeps a draft in this browser only; an empty one is deleted. Where storage is forbidden nothing is kept. */
export function keepDraft(name: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(PLACE + name);
    else localStorage.setItem(PLACE + name, text);
  } catch {
    // The page still has the text.
  }
}
