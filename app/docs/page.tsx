import type { Metadata } from "next";
import { GuidePage } from "@/app/docs/guide-page";
import { parameter, type Query } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { DocsFrame, DocsResults } from "@/components/docs/docs-frame";
import { shortened } from "@/lib/platform/words";
import { docsNavigation } from "@/lib/server/formats/docs/guides";
import { DOCS_QUERY_CHARACTERS_MAX, searchDocs } from "@/lib/server/formats/docs/search-docs";

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }): Promise<Metadata> {
  const query = parameter((await searchParams).q);
  return pageMetadata("/docs", query ? { title: `${shortened(query, 80)}: docs`, index: false } : {});
}

/** The first guide, or the results of a search in the docs. */
export default async function DocsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = parameter((await searchParams).q)?.slice(0, DOCS_QUERY_CHARACTERS_MAX);
  if (!query) return <GuidePage path="/docs" />;
  return (
    <DocsFrame groups={docsNavigation()} here="" query={query} title="Search the docs">
      <DocsResults query={query} results={await searchDocs(query)} />
    </DocsFrame>
  );
}
