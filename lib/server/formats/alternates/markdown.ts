import { isPublicReference } from "@/lib/contract/addresses";
import type { Origin } from "@/lib/contract/public/resources";
import { isStarter, ORIGIN_KINDS, placeInWords } from "@/lib/contract/skill-in-words";
import { env } from "@/lib/platform/env";
import { sourceUrl } from "@/lib/platform/urls";
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
  const { kind, release, path, license, author, source_id, fetched_at, is_whole, url } = origin;
  return {
    "Source kind": ORIGIN_KINDS[kind],
    Source: placeOf(origin),
    License: license ? inline(license) : "unknown",
    "Written by": author && !isStarter(origin) ? inline(author) : null,
    Release: release && kind !== "npm" ? inline(release) : null,
    Path: path && inline(path),
    Fetched: kind === "submission" ? null : fetched_at,
    "Followed by": source_id && link("a source", `${sourceUrl(source_id)}.md`),
    "Whole text": is_whole ? null : `at its source, because the licence allows no copy${url ? `: <${url}>` : ""}`,
    "Builds on": origin.requires.map(({ name, url: of }) => (of ? link(name, of) : inline(name))).join(", "),
  };
}

function placeOf(origin: Origin): string {
  const { kind, url, address, commit, release_state, source_repository } = origin;
  const state = release_state === "published" ? "" : ` (${release_state})`;
  if (kind === "npm") return `${inline(placeInWords(origin))}${state}${url ? ` <${url}>` : ""}`;
  const repository = kind === "git" && address.startsWith("https://") ? address : source_repository;
  if (!repository) return inline(placeInWords(origin));
  return `<${repository}>${commit ? ` at commit ${commit}` : ""}${state}`;
}

/** A list of facts; facts without a value are omitted. */
export function facts(entries: Record<string, string | null | undefined>): string {
  return Object.entries(entries)
    .flatMap(([name, value]) => (value ? [`- ${name}: ${value}`] : []))
    .join("\n");
}

/** The named parameters that have a value. Others are ignored, as on the page. */
export function parametersOf(search: URLSearchParams, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}
