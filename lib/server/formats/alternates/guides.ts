import { env } from "@/lib/platform/env";
import { alternateOf, inline, link } from "@/lib/server/formats/alternates/markdown";
import { type GuidePath, guides, guideText } from "@/lib/server/formats/docs/guides";
import { docsNavigation } from "@/lib/server/formats/docs/navigation";
import { searchDocs } from "@/lib/server/formats/docs/search-docs";
import type { Document } from "@/lib/server/formats/document";

/** A guide of the docs. */
export function guideAlternate(path: GuidePath): Document {
  return alternateOf(path, [`# ${guides[path].title}`, guideText(path)]);
}

/** The first guide with a list of all docs pages; or the sections that match `?q=`. */
export async function docsAlternate(search: URLSearchParams): Promise<Document> {
  const base = env().BASE_URL;
  const query = search.get("q")?.trim();
  if (query) {
    const found = await searchDocs(query);
    const lines = found.map(({ href, page, title, excerpt }) => {
      return `- ${link(`${page}: ${title}`, `${base}${href}`)}: ${inline(excerpt)}`;
    });
    return alternateOf("/docs", [`# Docs for: ${inline(query)}`, lines.join("\n") || "No section has these words."]);
  }
  const pages = docsNavigation().map(({ name, links }) => {
    const others = links.filter(({ href }) => href !== "/docs");
    return `${name}: ${others.map(({ href, text }) => link(text, `${base}${href}.md`)).join(", ")}.`;
  });
  const all = `## All pages\n\n${pages.join("\n\n")}\n\nSearch the docs: \`${base}/docs.md?q=append+key\``;
  return alternateOf("/docs", [`# ${guides["/docs"].title}`, guideText("/docs"), all]);
}
