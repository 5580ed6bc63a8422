import type { Metadata } from "next";
import { load, parameter, type Query } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { address } from "@/components/address";
import { Frame } from "@/components/site/frame";
import { EmptyState } from "@/components/ui/callout";
import { Pager } from "@/components/ui/pager";
import { coverageInWords, newestInWords, sizeInWords } from "@/lib/contract/library-in-words";
import { listTechnologies } from "@/lib/domain/skills/list-technologies";

type TechnologiesPageProps = { searchParams: Promise<Query> };

const LISTED = 50;

export async function generateMetadata({ searchParams }: TechnologiesPageProps): Promise<Metadata> {
  return pageMetadata("/technologies", { index: !(await searchParams).cursor });
}

/** What the library covers: each technology with its versions, and whether anybody looked at the newest release. */
export default async function TechnologiesPage({ searchParams }: TechnologiesPageProps) {
  const cursor = parameter((await searchParams).cursor);
  const { problem, value } = await load((ctx) => listTechnologies(ctx, { limit: LISTED, cursor }));
  if (problem) return <ProblemPage section="skills" problem={problem} retry="/technologies" />;
  return (
    <Frame section="skills">
      <div className="page-column">
        <h1 className="text-3xl sm:text-4xl">Technologies</h1>
        <p className="mt-3 text-ink-soft text-lg">{coverageInWords(value.library)}</p>
        <p className="mt-2 text-ink-soft">
          A newest release is known where a{" "}
          <a className="link" href="/sources">
            source
          </a>{" "}
          follows the technology. It counts as checked where a review or a source looked at a skill with it.
        </p>
        {value.data.length === 0 ? (
          <div className="mt-6">
            <EmptyState title="No technologies yet">A technology that a published skill names appears here.</EmptyState>
          </div>
        ) : (
          <ul className="mt-6 divide-y divide-line">
            {value.data.map((one) => (
              <li key={one.technology} className="space-y-1 break-words py-4">
                <p className="flex flex-wrap items-baseline gap-x-4">
                  <a className="link min-w-0 text-lg" href={address("/skills", { technology: one.technology })}>
                    <bdi>{one.technology}</bdi>
                  </a>
                  <span className="text-ink-soft text-sm">{sizeInWords(one)}</span>
                </p>
                {one.ranges.length > 0 && (
                  <ul aria-label="Covers" className="flex flex-wrap gap-x-4 font-mono text-sm" dir="ltr">
                    {one.ranges.map((range) => (
                      <li key={range} className="min-w-0">
                        {range}
                      </li>
                    ))}
                  </ul>
                )}
                <p className="text-ink-soft text-sm first-letter:uppercase">{newestInWords(one)}</p>
              </li>
            ))}
          </ul>
        )}
        <Pager
          what="technologies"
          next={value.next_cursor && address("/technologies", { cursor: value.next_cursor })}
          first={cursor ? "/technologies" : null}
        />
      </div>
    </Frame>
  );
}
