import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import type { Document } from "@/lib/server/formats/document";

const DAY_MS = 86_400_000;
const VALID_DAYS = 180;
const KEEP_SECONDS = 3_600;

/**
 * Where to report a vulnerability (RFC 9116). Throws `not_found` if the operator has configured no contact: an invented
 * one is worse.
 */
export function securityContact(now: Date): Document {
  const { SECURITY_CONTACT, BASE_URL } = env();
  if (!SECURITY_CONTACT)
    throw new Problem("not_found", { detail: "The operator of this service has named no contact." });
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString();
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${BASE_URL}/.well-known/security.txt`,
  ];
  return { type: "text/plain; charset=utf-8", text: `${lines.join("\n")}\n`, keep: KEEP_SECONDS };
}
