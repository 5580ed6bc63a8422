import { isPublicReference } from "@/lib/contract/knowledge/public-reference";
import { env } from "@/lib/platform/env";
import { type Document, MARKDOWN } from "@/lib/server/formats/document";

/** Lists move, and what is withdrawn must be gone: nobody keeps an alternate longer than its page. */
const KEEP_SECONDS = 60;

/** An alternate as an answer. `path` is the page that it is the alternate of: search engines should show that one. */
export function alternateOf(
  path: string,
  parts: Array<string | null>,
  keep: Document["keep"] = KEEP_SECONDS,
): Document {
  const text = parts.filter((part) => part !== null && part !== "").join("\n\n");
  return { type: MARKDOWN, text: `${text.trimEnd()}\n`, keep, canonical: `${env().BASE_URL}${path}` };
}

/** Somebody's words on one line of ours: they can neither start a block nor close a link. */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\[\]<`]/g, "\\$&");
}

/** A link with somebody's words. */
export function link(text: string, url: string): string {
  return `[${inline(text)}](${url})`;
}

/** The references of a version. One that leads to no public host is text, as on its page. */
export function references(urls: readonly string[]): string {
  return urls.map((url) => (isPublicReference(url) ? `<${new URL(url).href}>` : inline(url))).join(" ");
}

/** A list of facts; those without a value are left out. */
export function facts(entries: Record<string, string | null | undefined>): string {
  return Object.entries(entries)
    .flatMap(([name, value]) => (value ? [`- ${name}: ${value}`] : []))
    .join("\n");
}
