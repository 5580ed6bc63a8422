import { env } from "@/lib/platform/env";

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
