import type { Metadata } from "next";
import { load, parameter, type Query } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { pathOf } from "@/components/address";
import { Frame } from "@/components/site/frame";
import { RunFacts } from "@/components/sources/source-runs";
import { Pager } from "@/components/ui/pager";
import { listSources } from "@/lib/domain/sources/sources";

type SourcesPageProps = { searchParams: Promise<Query> };

export const metadata: Metadata = pageMetadata("/sources");

/** What the library follows. */
export default async function SourcesPage({ searchParams }: SourcesPageProps) {
  const cursor = parameter((await searchParams).cursor);
  const { problem, value } = await load((ctx) => listSources(ctx, cursor === undefined ? {} : { cursor }));
  if (problem) return <ProblemPage problem={problem} retry="/sources" />;
  return (
    <Frame>
      <div className="page-column">
        <h1 className="text-3xl sm:text-4xl">Sources</h1>
        <p className="mt-3 text-ink-soft text-lg">
          Packages, git repositories and folders whose skills the library follows. Each text is a version that names its
          source, release and licence, and it is judged like any other.
        </p>
        {value.data.length === 0 && <p className="mt-6">No source is followed.</p>}
        <ul className="mt-6 divide-y divide-line">
          {value.data.map((source) => (
            <li key={source.source_id} className="space-y-1 py-4">
              <p>
                <a className="link" href={pathOf(source.canonical_url)}>
                  <bdi>{source.address}</bdi>
                </a>
              </p>
              <RunFacts source={source} />
            </li>
          ))}
        </ul>
        <Pager
          next={value.next_cursor && `/sources?cursor=${encodeURIComponent(value.next_cursor)}`}
          first={cursor ? "/sources" : null}
          what="sources"
        />
      </div>
    </Frame>
  );
}
