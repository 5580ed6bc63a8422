import { privateCookie } from "@/app/forms";
import { APPEND_KEY_DAYS } from "@/lib/contract/primitives";

export const APPEND_KEY_COOKIE = "cairn_append_key";

/** Keeps the key of a new thread in the asker's browser. It travels only to pages below this thread, never in an address. */
export function appendKeyCookie(thread_id: string, append_key: string): string {
  return privateCookie(APPEND_KEY_COOKIE, append_key, {
    path: `/threads/${thread_id}`,
    seconds: APPEND_KEY_DAYS * 86_400,
  });
}
