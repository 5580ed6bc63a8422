import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import type { Document } from "@/lib/server/formats/document";
import { element, xmlDocument } from "@/lib/server/formats/xml";

const KEEP_SECONDS = 3_600;
const DAY_MS = 86_400_000;
const CONTACT_VALID_DAYS = 180;

/** Lets robots read the pages, but not the API, whose search writes. */
export function robotsFile(): Document {
  const lines = ["User-agent: *", "Allow: /", "Disallow: /api/", "", `Sitemap: ${env().BASE_URL}/sitemap.xml`];
  return { type: "text/plain; charset=utf-8", text: `${lines.join("\n")}\n`, keep: KEEP_SECONDS };
}

/**
 * Lets browsers search the library from the address bar (OpenSearch 1.1). It searches the directory, which publishes
 * nothing.
 */
export function searchDescription(): Document {
  const base = env().BASE_URL;
  const description = element(
    "OpenSearchDescription",
    { xmlns: "http://a9.com/-/spec/opensearch/1.1/" },
    element("ShortName", {}, "Cairn"),
    element("Description", {}, "Skills for AI agents, with the versions they fit"),
    element("InputEncoding", {}, "UTF-8"),
    element("Image", { width: "16", height: "16", type: "image/svg+xml" }, `${base}/icon.svg`),
    element("Url", { type: "text/html", method: "get", template: `${base}/skills?q={searchTerms}` }),
    element("Url", { type: "application/json", method: "get", template: `${base}/api/v1/skills?q={searchTerms}` }),
    element("Url", {
      type: "application/opensearchdescription+xml",
      rel: "self",
      template: `${base}/opensearch.xml`,
    }),
  );
  const type = "application/opensearchdescription+xml; charset=utf-8";
  return { type, text: xmlDocument(description), keep: KEEP_SECONDS };
}

/**
 * Where to report a vulnerability (RFC 9116). Throws `not_found` if the operator has configured no contact: an invented
 * one is worse.
 */
export function securityContact(now: Date): Document {
  const { SECURITY_CONTACT, BASE_URL } = env();
  if (!SECURITY_CONTACT)
    throw new Problem("not_found", { detail: "The operator of this service has named no contact." });
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + CONTACT_VALID_DAYS) * DAY_MS).toISOString();
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${BASE_URL}/.well-known/security.txt`,
  ];
  return { type: "text/plain; charset=utf-8", text: `${lines.join("\n")}\n`, keep: KEEP_SECONDS };
}
