import { isPublicReference } from "@/lib/contract/knowledge/public-reference";
import type { Origin } from "@/lib/contract/public/resources";
import { STARTER_AUTHOR } from "@/lib/contract/starter-author";
import { env } from "@/lib/platform/env";
import { type Document, MARKDOWN } from "@/lib/server/formats/document";

/** Lists change and withdrawn content must disappear, so alternates are cached no longer than their pages. */
const KEEP_SECONDS = 60;

/** An alternate as an answer. `path` is its page, which search engines should list instead. */
export function alternateOf(
  path: string,
  parts: Array<string | null>,
  keep: Document["keep"] = KEEP_SECONDS,
): Document {
  const text = parts.filter((part) => part !== null && part !== "").join("\n\n");
  return { type: MARKDOWN, text: `${text.trimEnd()}\n`, keep, canonical: `${env().BASE_URL}${path}` };
}

/** Escapes third-party text for one line, so that it can neither start a block nor close a link. */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\[\]<`]/g, "\\$&");
}

/** A link with third-party text. */
export function link(text: string, url: string): string {
  return `[${inline(text)}](${url})`;
}

/** The references of a version. A reference without a public host is plain text, as on the page. */
export function references(urls: readonly string[]): string {
  return urls.map((url) => (isPublicReference(url) ? `<${new URL(url).href}>` : inline(url))).join(" ");
}

/** What is known about the origin of a version. */
export function originFacts(origin: Origin): Record<string, string | null> {
  const { source_repository, source_commit, license, author, source_id } = origin;
  const isStarter = author === STARTER_AUTHOR;
  const commit = source_commit ? ` at commit ${source_commit}` : "";
  return {
    Source:
      packageOf(origin) ??
      (source_repository ? `<${source_repository}>${commit}` : isStarter ? STARTER_AUTHOR : "unknown source"),
    Path: source_id && origin.path ? inline(origin.path) : null,
    Fetched: source_id && origin.fetched_at,
    License: license ? inline(license) : source_id ? "unknown" : null,
    "Builds on": origin.requires.map(({ name, url }) => (url ? link(name, url) : inline(name))).join(", "),
    "Written by": author && !isStarter ? inline(author) : null,
  };
}

function packageOf({ kind, address, release, url, release_state }: Origin): string | null {
  if (kind !== "npm") return null;
  const state = release_state === "published" ? "" : ` (${release_state})`;
  return `${inline(`${address}${release ? `@${release}` : ""}`)}${state}${url ? ` <${url}>` : ""}`;
}

/** A list of facts; facts without a value are omitted. */
export function facts(entries: Record<string, string | null | undefined>): string {
  return Object.entries(entries)
    .flatMap(([name, value]) => (value ? [`- ${name}: ${value}`] : []))
    .join("\n");
}
