import { privateCookie } from "@/app/kept-in-cookies";

const TOKEN_COOKIE = "cairn_made_token";
/** Long enough for the redirect to the page that shows the token. */
const SECONDS = 60;
const TOKEN = /^ck_[A-Za-z0-9_-]{43}$/;

/** Carries a token from the form to the page that shows it, for browsers without scripts. */
export function tokenCookie(token: string): string {
  return privateCookie(TOKEN_COOKIE, token, { path: "/connect", seconds: SECONDS });
}

/** The token that a form in this browser has just created, if any. */
export function madeToken(cookies: { get(name: string): { value: string } | undefined }): string | null {
  const value = cookies.get(TOKEN_COOKIE)?.value ?? "";
  return TOKEN.test(value) ? value : null;
}
