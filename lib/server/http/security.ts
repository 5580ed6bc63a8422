import { randomBytes } from "node:crypto";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";

/** Headers of every answer: HSTS where the service is served over https. */
export function transportHeaders(): Record<string, string> {
  return singleton("transport-headers", () => {
    const headers: Record<string, string> = {};
    if (env().BASE_URL.startsWith("https:")) headers["strict-transport-security"] = `max-age=${365 * 86_400}`;
    return headers;
  });
}

/** A nonce for the scripts of one answer. */
export function newNonce(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * The headers of every page. Next reads the nonce from the request's policy and adds it to its scripts;
 * `strict-dynamic` lets those load the rest. Inline styles are allowed because syntax highlighting uses them.
 */
export function securityHeaders(nonce: string, dev: boolean): Record<string, string> {
  const script = `'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`;
  return {
    "content-security-policy": [
      "default-src 'self'",
      `script-src ${script}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self'${dev ? " ws:" : ""}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  };
}

/**
 * Whether another site sent a form. Browsers send the source of a request in `Sec-Fetch-Site`; older ones send `Origin`
 * with each POST. A client that sends neither header is not a browser and carries only its own cookies.
 */
export function isForeignForm(header: (name: string) => string | null): boolean {
  const site = header("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  const origin = header("origin");
  if (origin === null) return false;
  return origin !== new URL(env().BASE_URL).origin && URL.parse(origin)?.host !== header("host");
}
