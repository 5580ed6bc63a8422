import { privateCookie } from "@/app/kept-in-cookies";

const TOKEN_COOKIE = "cairn_made_token";
/** Long enough for the redirect to the page that shows the token. */
const SECONDS = 60;
const SECRETS = /^ck_[A-Za-z0-9_-]{43}(?:\.rc_[A-Za-z0-9_-]{44})*$/;

/** Carries a token and its recovery codes from the form to the page that shows them, for browsers without scripts. */
export function tokenCookie(token: string, codes: string[]): string {
  return privateCookie(TOKEN_COOKIE, [token, ...codes].join("."), { path: "/connect", seconds: SECONDS });
}

/** The token that a form in this browser has just created, if any. */
export function madeToken(cookies: {
  get(name: string): { value: string } | undefined;
}): { token: string; codes: string[] } | null {
  const value = cookies.get(TOKEN_COOKIE)?.value ?? "";
  const [token = "", ...codes] = value.split(".");
  return SECRETS.test(value) ? { token, codes } : null;
}
