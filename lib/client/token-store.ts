const PLACE = "cairn.token";

/** The token that this tab keeps until it is closed; null without one or where storage is forbidden. */
export function keptToken(): string | null {
  try {
    return sessionStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

/**
 * Stores a token for this tab only; null deletes it. Where storage is forbidden it is kept in the page's memory only.
 */
export function keepToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, token);
  } catch {
    // Failing storage is not fatal: the page still has the token.
  }
}
