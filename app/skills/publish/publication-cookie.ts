import { timingSafeEqual } from "node:crypto";
import { privateCookie } from "@/app/kept-in-cookies";
import { seal } from "@/lib/platform/secret";

const NAME = "cairn_publication";
const TOKEN_NAME = "cairn_made_token";
/** As long as an append key: long enough for a maintainer to decide. */
const SECONDS = 7 * 86_400;
const TOKEN_SECONDS = 120;
const TOKEN = /^ck_[A-Za-z0-9_-]{43}$/;

type Jar = { get(name: string): { value: string } | undefined };

/** Lets this browser follow a submission without holding its token, and shows a new token once. */
export function publicationCookies(connection_id: string, operation_ref: string, token: string | null): string[] {
  const path = `/skills/publish/${operation_ref}`;
  const proof = proofOf(connection_id, operation_ref).toString("base64url");
  const follow = privateCookie(NAME, `${connection_id}.${proof}`, { path, seconds: SECONDS });
  return token === null ? [follow] : [follow, privateCookie(TOKEN_NAME, token, { path, seconds: TOKEN_SECONDS })];
}

/** The connection whose submission this browser may follow; null for every other browser. */
export function followedBy(cookies: Jar, operation_ref: string): string | null {
  const [connection_id = "", proof = ""] = (cookies.get(NAME)?.value ?? "").split(".");
  const given = Buffer.from(proof, "base64url");
  const expected = proofOf(connection_id, operation_ref);
  return given.length === expected.length && timingSafeEqual(given, expected) ? connection_id : null;
}

/** The token that was made with the submission, for two minutes. */
export function madeToken(cookies: Jar): string | null {
  const value = cookies.get(TOKEN_NAME)?.value ?? "";
  return TOKEN.test(value) ? value : null;
}

function proofOf(connection_id: string, operation_ref: string): Buffer {
  return seal("publication", connection_id, operation_ref);
}
