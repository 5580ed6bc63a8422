const PLACE = "cairn.token";

/** The token that this tab keeps until it is closed; null when it keeps none or may not. */
export function keptToken(): string | null {
  try {
    return sessionStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

/** Keeps a token for this tab alone; null forgets it. Where storage is forbidden it lives in the page's memory only. */
export function keepToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, token);
  } catch {
    // A browser that keeps nothing is no reason to stop: the page still has the token.
  }
}
