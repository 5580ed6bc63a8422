import { deflateRawSync, inflateRawSync } from "node:zlib";
import { env } from "@/lib/platform/env";

/** The cookies of a request. */
export type CookieJar = { get(name: string): { value: string } | undefined };

type Place = { path: string; seconds: number };

/** Browsers store about 4 kB per cookie. */
const COOKIE_CHARACTERS_MAX = 3_600;
/** A request's headers may have 16 kB in sum. */
const COOKIES_MAX = 3;
/** A cookie is untrusted: a small one may unpack to gigabytes. */
const UNPACKED_BYTES_MAX = 262_144;

/** An HTTP-only cookie that browsers do not send with cross-site requests. */
export function privateCookie(name: string, value: string, { path, seconds }: Place): string {
  const secure = env().BASE_URL.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Keeps a JSON value in as many cookies as it needs, compressed; null when it is too long for them. */
export function keepInCookies(name: string, value: unknown, place: Place): string[] | null {
  const packed = deflateRawSync(Buffer.from(JSON.stringify(value))).toString("base64url");
  if (packed.length > COOKIES_MAX * COOKIE_CHARACTERS_MAX) return null;
  const parts = packed.match(new RegExp(`.{1,${COOKIE_CHARACTERS_MAX}}`, "g")) ?? [];
  return Array.from({ length: COOKIES_MAX }, (_, at) => at)
    .filter((at) => at < parts.length || at > 0)
    .map((at) =>
      privateCookie(nameOf(name, at), parts[at] ?? "", at < parts.length ? place : { ...place, seconds: 0 }),
    );
}

/** Deletes what `keepInCookies` kept. */
export function forgetInCookies(name: string, path: string): string[] {
  return Array.from({ length: COOKIES_MAX }, (_, at) => privateCookie(nameOf(name, at), "", { path, seconds: 0 }));
}

/** The value that `keepInCookies` kept; it is untrusted, because the browser may have changed it. Throws without one. */
export function keptInCookies(name: string, jar: CookieJar): unknown {
  const packed = Array.from({ length: COOKIES_MAX }, (_, at) => jar.get(nameOf(name, at))?.value ?? "").join("");
  const unpacked = inflateRawSync(Buffer.from(packed, "base64url"), { maxOutputLength: UNPACKED_BYTES_MAX });
  return JSON.parse(unpacked.toString());
}

function nameOf(name: string, at: number): string {
  return at === 0 ? name : `${name}_${at + 1}`;
}
