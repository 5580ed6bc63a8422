import type { Metadata } from "next";
import { load, parameter, type Query } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemPage, TooManyRequests } from "@/app/problem-state";
import { followedFilters, inputOf, Results, readFilters } from "@/app/skills/directory";
import { address } from "@/components/address";
import { InstantSearch } from "@/components/search/instant-search";
import { IgnoredFilters } from "@/components/search/search-notices";
import { Frame } from "@/components/site/frame";
import { FacetList } from "@/components/skills/facet-list";
import { SkillFilters } from "@/components/skills/skill-filters";
import { Callout } from "@/components/ui/callout";
import { Fold } from "@/components/ui/fold";
import { QUERY_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";
import { browseSkills } from "@/lib/domain/skills/list-skills";
import { isSameTechnology } from "@/lib/domain/skills/reader";
import { shortened } from "@/lib/platform/words";
import { setPageStatus, spendSearch } from "@/lib/server/pages/page-exchange";

/** The id of the search form, to which the filters in the rail belong. */
const FORM = "search-form";

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }): Promise<Metadata> {
  const given = await searchParams;
  const { q, ...narrowed } = readFilters(given).filters;
  return pageMetadata("/skills", {
    ...(q ? { title: `${shortened(q, 80)}: skills` } : {}),
    index: !q && !given.cursor && Object.values(narrowed).every((value) => value === undefined),
    filters: followedFilters({ q, ...narrowed }),
  });
}

export default async function SkillsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { filters: asked, ignored } = readFilters(given);
  // A version belongs to a technology. Without one it filters nothing, and the form says so.
  const filters = asked.technology ? asked : { ...asked, version: undefined };
  const input = inputOf(filters, parameter(given.cursor));
  if (!input || ignored.length > 0) setPageStatus(422);
  const isSearch = given.cursor !== undefined || Object.values(asked).some((value) => value !== undefined);
  const loaded =
    input &&
    (await load((ctx) => {
      if (isSearch) spendSearch();
      return browseSkills(ctx, input);
    }));
  const tooMany = loaded?.problem?.code === "rate_limited" ? loaded.problem : null;
  if (loaded?.problem && !tooMany) {
    return <ProblemPage section="skills" problem={loaded.problem} retry={address("/skills", filters)} />;
  }
  const { facets } = loaded?.value ?? {};
  const chosen = facets?.technologies.find(
    ({ technology }) => filters.technology && isSameTechnology(technology, filters.technology),
  );
  return (
    <Frame section="skills" search={false}>
      <div className="page-grid gap-y-3 lg:grid-rows-[auto_1fr]">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1 className="text-2xl">Skills</h1>
          <div className="grow">
            <InstantSearch form={FORM} initial={filters.q} label="Search skills" large />
          </div>
        </div>
        <div className="no-print lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Fold summary="Filters" open={Boolean(asked.version && !asked.technology)}>
            <div className="max-lg:mt-4">
              <SkillFilters
                form={FORM}
                filters={asked}
                technologies={facets?.technologies.map(({ technology }) => technology) ?? []}
              />
            </div>
            {facets && (
              <nav aria-label="Filters" className="-mx-2 mt-6">
                <FacetList facets={facets} filters={filters} chosen={chosen?.technology} />
              </nav>
            )}
          </Fold>
        </div>
        <div className="min-w-0">
          <IgnoredFilters ignored={ignored} />
          {tooMany && (
            <TooManyRequests
              problem={tooMany}
              retry={address("/skills", { ...filters, cursor: parameter(given.cursor) })}
            />
          )}
          {loaded?.value && <Results listed={loaded.value} filters={filters} isFirst={!given.cursor} />}
          {!input && (
            <Callout tone="rust" title="This search is too long" alert>
              Use up to {QUERY_CHARACTERS_MAX} characters for the search, {TECHNOLOGY_CHARACTERS_MAX} for a technology
              and 200 for a version.
            </Callout>
          )}
        </div>
      </div>
    </Frame>
  );
}
