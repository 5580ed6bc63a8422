import { privateCookie } from "@/app/kept-in-cookies";
import { APPEND_KEY_DAYS } from "@/lib/contract/primitives";

export const APPEND_KEY_COOKIE = "cairn_append_key";

/**
 * Stores the append key of a new thread in the asker's browser. The key is sent only to pages below this thread and is
 * never in a URL.
 */
export function appendKeyCookie(thread_id: string, append_key: string): string {
  return privateCookie(APPEND_KEY_COOKIE, append_key, {
    path: `/threads/${thread_id}`,
    seconds: APPEND_KEY_DAYS * 86_400,
  });
}
