import { addressesOf, isAllowedHost } from "@/lib/domain/sources/public-host";
import { SourceFailure } from "@/lib/domain/sources/source-failure";

const REDIRECTS_MAX = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks a registry. It may redirect on its own host, and over https to public ones: else its answers could make this
 * machine ask others in its own network. Throws a `SourceFailure` for any other redirect.
 */
export async function fetchFromRegistry(
  address: string,
  options: { signal: AbortSignal; headers: Record<string, string> },
): Promise<Response> {
  let url = address;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const response = await fetch(url, { ...options, redirect: "manual" });
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url)) throw new SourceFailure("the registry redirects to no address");
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin) await requirePublic(next);
    url = next.href;
  }
  throw new SourceFailure("the registry redirects too often");
}

/** The name may have other addresses a moment later; then the certificate of the host is not the right one. */
async function requirePublic(url: URL): Promise<void> {
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isAllowedHost(url.host)))
    throw new SourceFailure("the registry redirects to another host without https");
  await addressesOf(url);
}
