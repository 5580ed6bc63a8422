import { randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A new token: 256 random bits. */
export function newToken(): string {
  return `ck_${randomBytes(TOKEN_BYTES).toString("base64url")}`;
}
