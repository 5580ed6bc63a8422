import { z } from "zod";
import { type CookieJar, forgetInCookies, keepInCookies, keptInCookies } from "@/app/kept-in-cookies";
import { Outcome, VersionId } from "@/lib/contract/primitives";

const SAID_COOKIE = "cairn_said";
const SECONDS = 60;
/** A new thread says so for as long as its asker may look around on it. */
const PUBLISHED_SECONDS = 600;

/** What a form of this browser has just done in a thread. It is untrusted: the browser may have changed it. */
const Said = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("question") }),
  z.object({ kind: z.literal("outcome"), outcome: Outcome, counted: z.array(VersionId) }),
  z.object({ kind: z.literal("answer"), name: z.string(), token: z.string().regex(/^ck_[A-Za-z0-9_-]{43}$/) }),
]);
export type Said = z.infer<typeof Said>;

/** Tells the page of a thread what a form has done, for a minute. A token is thus shown without being in a URL. */
export function saidCookies(thread_id: string, said: Said): string[] {
  const seconds = said.kind === "question" ? PUBLISHED_SECONDS : SECONDS;
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
