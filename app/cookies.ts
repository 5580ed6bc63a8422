import { timingSafeEqual } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { APPEND_KEY_DAYS, Outcome, VersionId } from "@/lib/contract/primitives";
import { env } from "@/lib/platform/env";
import { seal } from "@/lib/platform/secret";

/** The cookies of a request. */
export type CookieJar = { get(name: string): { value: string } | undefined };

/** Where a cookie is sent, and for how long. */
type Scope = { path: string; seconds: number };

/** Browsers store about 4 kB per cookie. */
const COOKIE_CHARACTERS_MAX = 3_600;
/** A request's headers may have 16 kB in sum. */
const COOKIES_MAX = 3;
/** A cookie is untrusted: a small one may unpack to gigabytes. */
const UNPACKED_BYTES_MAX = 262_144;

/** An HTTP-only cookie that browsers do not send with cross-site requests. */
export function privateCookie(name: string, value: string, { path, seconds }: Scope): string {
  const secure = env().BASE_URL.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Stores a JSON value in as many cookies as it needs, compressed; null when it is too long for them. */
export function keepInCookies(name: string, value: unknown, scope: Scope): string[] | null {
  const packed = deflateRawSync(Buffer.from(JSON.stringify(value))).toString("base64url");
  if (packed.length > COOKIES_MAX * COOKIE_CHARACTERS_MAX) return null;
  const parts = packed.match(new RegExp(`.{1,${COOKIE_CHARACTERS_MAX}}`, "g")) ?? [];
  return Array.from({ length: COOKIES_MAX }, (_, at) => at)
    .filter((at) => at < parts.length || at > 0)
    .map((at) =>
      privateCookie(nameOf(name, at), parts[at] ?? "", at < parts.length ? scope : { ...scope, seconds: 0 }),
    );
}

/** Deletes what `keepInCookies` stored. */
function forgetInCookies(name: string, path: string): string[] {
  return Array.from({ length: COOKIES_MAX }, (_, at) => privateCookie(nameOf(name, at), "", { path, seconds: 0 }));
}

/** The value that `keepInCookies` stored; it is untrusted, because the browser may have changed it. Throws without one. */
export function keptInCookies(name: string, jar: CookieJar): unknown {
  const packed = Array.from({ length: COOKIES_MAX }, (_, at) => jar.get(nameOf(name, at))?.value ?? "").join("");
  const unpacked = inflateRawSync(Buffer.from(packed, "base64url"), { maxOutputLength: UNPACKED_BYTES_MAX });
  return JSON.parse(unpacked.toString());
}

function nameOf(name: string, at: number): string {
  return at === 0 ? name : `${name}_${at + 1}`;
}

const QUESTION_COOKIE = "cairn_question";
const QUESTION_SCOPE = { path: "/ask", seconds: 1_800 };

const Question = z.object({ q: z.string(), technology: z.string().optional(), version: z.string().optional() });
type Question = z.infer<typeof Question>;

/** Stores the question being asked in this browser, so that it is in no URL. Null when it is too long even for that. */
export function questionCookies(question: Question): string[] | null {
  return keepInCookies(QUESTION_COOKIE, question, QUESTION_SCOPE);
}

export function forgetQuestion(): string[] {
  return forgetInCookies(QUESTION_COOKIE, QUESTION_SCOPE.path);
}

/** The question that this browser is asking, if any. It is untrusted, as a parameter is. */
export function questionFrom(jar: CookieJar): Question | null {
  try {
    return Question.parse(keptInCookies(QUESTION_COOKIE, jar));
  } catch {
    return null;
  }
}

const APPEND_KEY_COOKIE = "cairn_append_key";

/**
 * Stores the append key of a new thread in the asker's browser. The key is sent only to pages below this thread and is
 * never in a URL.
 */
export function appendKeyCookie(thread_id: string, append_key: string): string {
  const scope = { path: `/threads/${thread_id}`, seconds: APPEND_KEY_DAYS * 86_400 };
  return privateCookie(APPEND_KEY_COOKIE, append_key, scope);
}

/** The append key of the thread whose page or form this browser requests, if it has one. */
export function appendKeyFrom(jar: CookieJar): string | undefined {
  return jar.get(APPEND_KEY_COOKIE)?.value;
}

const SAID_COOKIE = "cairn_said";
const SAID_SECONDS = 60;
/** A new thread says so for as long as its asker may look around on it. */
const PUBLISHED_SECONDS = 600;

/** What a form of this browser has just done in a thread. It is untrusted: the browser may have changed it. */
const Said = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("question") }),
  z.object({ kind: z.literal("outcome"), outcome: Outcome, counted: z.array(VersionId) }),
  z.object({ kind: z.literal("answer"), name: z.string(), token: z.string().regex(/^ck_[A-Za-z0-9_-]{43}$/) }),
]);
export type Said = z.infer<typeof Said>;

/** Passes to the page of a thread what a form has done, for a minute, so that a token is shown without being in a URL. */
export function saidCookies(thread_id: string, said: Said): string[] {
  const seconds = said.kind === "question" ? PUBLISHED_SECONDS : SAID_SECONDS;
  const path = `/threads/${thread_id}`;
  return keepInCookies(SAID_COOKIE, said, { path, seconds }) ?? forgetInCookies(SAID_COOKIE, path);
}

/** What a form has just done here, if anything. */
export function saidFrom(jar: CookieJar): Said | null {
  try {
    return Said.parse(keptInCookies(SAID_COOKIE, jar));
  } catch {
    return null;
  }
}

const TOKEN_COOKIE = "cairn_made_token";
/** Long enough for the redirect to the page that shows the token. */
const TOKEN_SECONDS = 60;
const TOKEN_AND_CODES = /^ck_[A-Za-z0-9_-]{43}(?:\.rc_[A-Za-z0-9_-]{44})*$/;

/** Carries a token and its recovery codes from the form to the page that shows them, for browsers without scripts. */
export function tokenCookie(token: string, codes: string[]): string {
  return privateCookie(TOKEN_COOKIE, [token, ...codes].join("."), { path: "/connect", seconds: TOKEN_SECONDS });
}

/** The token that a form in this browser has just created, if any. */
export function madeToken(jar: CookieJar): { token: string; codes: string[] } | null {
  const value = jar.get(TOKEN_COOKIE)?.value ?? "";
  const [token = "", ...codes] = value.split(".");
  return TOKEN_AND_CODES.test(value) ? { token, codes } : null;
}

const PUBLICATION_COOKIE = "cairn_publication";
/** As long as an append key: long enough for a maintainer to decide. */
const PUBLICATION_SECONDS = 7 * 86_400;
const PUBLICATION_TOKEN_SECONDS = 120;

/** Lets this browser follow a submission without holding its token, and shows a new token once. */
export function publicationCookies(connection_id: string, operation_ref: string, token: string | null): string[] {
  const path = `/skills/publish/${operation_ref}`;
  const proof = proofOf(connection_id, operation_ref).toString("base64url");
  const follow = privateCookie(PUBLICATION_COOKIE, `${connection_id}.${proof}`, { path, seconds: PUBLICATION_SECONDS });
  if (token === null) return [follow];
  return [follow, privateCookie(TOKEN_COOKIE, token, { path, seconds: PUBLICATION_TOKEN_SECONDS })];
}

/** The connection whose submission this browser may follow; null for every other browser. */
export function followedBy(jar: CookieJar, operation_ref: string): string | null {
  const [connection_id = "", proof = ""] = (jar.get(PUBLICATION_COOKIE)?.value ?? "").split(".");
  const given = Buffer.from(proof, "base64url");
  const expected = proofOf(connection_id, operation_ref);
  return given.length === expected.length && timingSafeEqual(given, expected) ? connection_id : null;
}

function proofOf(connection_id: string, operation_ref: string): Buffer {
  return seal("publication", connection_id, operation_ref);
}
