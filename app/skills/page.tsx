import type { Metadata } from "next";
import { load, parameter } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { TooManyRequests } from "@/app/too-many-requests";
import { address } from "@/components/address";
import { Frame } from "@/components/site/frame";
import { ChosenFilters, FacetList } from "@/components/skills/facet-list";
import { SearchWarnings } from "@/components/skills/search-warnings";
import { cardOf, matchOf } from "@/components/skills/skill-card";
import { type CardItem, SkillCards } from "@/components/skills/skill-cards";
import { type Filters, SkillFilters } from "@/components/skills/skill-filters";
import { SkillSearch } from "@/components/skills/skill-search";
import { buttonClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { FollowLinks } from "@/components/ui/follow-links";
import { Pager } from "@/components/ui/pager";
import { listSkills as contract } from "@/lib/contract/public/skills";
import { isSameTechnology } from "@/lib/domain/skills/judge-fit";
import { browseSkills } from "@/lib/domain/skills/list-skills";
import { withReviewedTechnology } from "@/lib/domain/skills/reviewed-technology";
import { shortened } from "@/lib/platform/shortened";
import { RELEVANT_MAX } from "@/lib/search/directory";
import { setPageStatus, spendSearch } from "@/lib/server/pages/page-exchange";

type Search = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata({ searchParams }: { searchParams: Search }): Promise<Metadata> {
  const given = await searchParams;
  const { q, ...narrowed } = filtersOf(given);
  return pageMetadata("/skills", {
    ...(q ? { title: `${shortened(q, 80)}: skills` } : {}),
    index: !q && !given.cursor && Object.values(narrowed).every((value) => value === undefined),
    filters: followed({ q, ...narrowed }),
  });
}

export default async function SkillsPage({ searchParams }: { searchParams: Search }) {
  const given = await searchParams;
  const asked = filtersOf(given);
  // A version belongs to a technology. Without one it filters nothing, and the form says so.
  const filters = asked.technology ? asked : { ...asked, version: undefined };
  const input = contract.input.safeParse({
    ...filters,
    reviewed: YES_OR_NO.get(parameter(given.reviewed)) ?? parameter(given.reviewed),
    reported: YES_OR_NO.get(parameter(given.reported)) ?? parameter(given.reported),
    cursor: parameter(given.cursor),
  });
  if (!input.success) setPageStatus(422);
  const isSearch = given.cursor !== undefined || Object.values(asked).some((value) => value !== undefined);
  const loaded = input.success
    ? await load((ctx) => {
        if (isSearch) spendSearch();
        return browseSkills(ctx, input.data);
      })
    : null;
  const tooMany = loaded?.problem?.code === "rate_limited" ? loaded.problem : null;
  if (loaded?.problem && !tooMany) {
    return (
      <Frame section="skills">
        <ProblemState problem={loaded.problem} retry={address("/skills", filters)} />
      </Frame>
    );
  }
  const technologies = loaded?.value?.facets?.technologies.map(({ technology }) => technology) ?? [];
  return (
    <Frame section="skills" search={false}>
      <h1 className="text-3xl">Skills</h1>
      <div className="mt-5">
        <SkillSearch query={filters.q} label="Search skills">
          <SkillFilters filters={asked} technologies={technologies} />
        </SkillSearch>
      </div>
      {tooMany && (
        <TooManyRequests
          problem={tooMany}
          retry={address("/skills", { ...filters, cursor: parameter(given.cursor) })}
        />
      )}
      {loaded?.value && <Directory listed={loaded.value} filters={filters} isFirst={!given.cursor} />}
      {!loaded && (
        <div className="mt-8">
          <Callout tone="rust" title="This search cannot be run" alert>
            A search may have up to 500 characters, a technology 120, a version 200; the order is one of those listed;
            reviewed and reported are true or false.
          </Callout>
        </div>
      )}
    </Frame>
  );
}

type Listed = Awaited<ReturnType<typeof browseSkills>>;

function Directory({ listed, filters, isFirst }: { listed: Listed; filters: Filters; isFirst: boolean }) {
  const { facets } = listed;
  const chosen = facets?.technologies.find(
    ({ technology }) => filters.technology && isSameTechnology(technology, filters.technology),
  );
  const results = <Results listed={listed} filters={filters} isFirst={isFirst} named={chosen?.count ?? 0} />;
  if (!facets) return results;
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <details className="rounded-md border border-line px-3 py-2 lg:hidden">
        <summary className="px-1 font-semibold">Narrow it down</summary>
        <div className="mt-3">
          <FacetList facets={facets} filters={filters} chosen={chosen?.technology} />
        </div>
      </details>
      <nav aria-label="Narrow it down" className="-ms-2 hidden lg:block">
        <FacetList facets={facets} filters={filters} chosen={chosen?.technology} />
      </nav>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-ink-soft" role="status">
            {countOf(listed, facets.total, filters, isFirst)}
          </p>
          <ChosenFilters filters={filters} />
        </div>
        {results}
      </div>
    </div>
  );
}

/** The number of skills; if a version excludes some of a long list, the number examined. */
function countOf(listed: Listed, total: number, filters: Filters, isFirst: boolean): string {
  const isWhole = isFirst && listed.next_cursor === null;
  const count = isWhole ? listed.data.length : total;
  const number = count.toLocaleString("en-GB");
  const words = filters.q ? (count === 1 ? "skill matches" : "skills match") : count === 1 ? "skill" : "skills";
  if (filters.version && !filters.q && !isWhole)
    return `${number} ${words}, without those that ${filters.version} rules out`;
  return `${number}${filters.q && total >= RELEVANT_MAX ? " or more" : ""} ${words}`;
}

function Results({
  listed,
  filters,
  isFirst,
  named,
}: {
  listed: Listed;
  filters: Filters;
  isFirst: boolean;
  /** The number of skills that name the requested technology, whatever their versions. */
  named: number;
}) {
  const { data: skills, next_cursor, degraded, warnings } = listed;
  const isNarrowed = Boolean(filters.technology || filters.reviewed || filters.reported);
  return (
    <section aria-label="Results" className="mt-3">
      {degraded && (
        <div className="mb-4">
          <Callout tone="amber" title="The search engine is away">
            These results come straight from the database: complete, but ranked more simply than usual.
          </Callout>
        </div>
      )}
      <SearchWarnings warnings={warnings} />
      {skills.length === 0 ? (
        <NoResults filters={filters} isNarrowed={isNarrowed} named={isFirst && next_cursor === null ? named : 0} />
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          <SkillCards
            items={skills.map(itemOf)}
            reader={{ technology: filters.technology, version: filters.version }}
          />
        </ul>
      )}
      <Pager
        what="skills"
        next={next_cursor && address("/skills", { ...filters, cursor: next_cursor })}
        first={isFirst ? null : address("/skills", filters)}
      />
      <FollowLinks
        path="/feeds/skills"
        what={filters.q ? "this search" : (filters.technology ?? "new versions")}
        filters={followed(filters)}
      />
      {filters.q && skills.length > 0 && (
        <p className="mt-10 text-ink-soft">
          Nothing that fits?{" "}
          <a className="link" href={address("/ask", { q: filters.q })}>
            Ask it in public
          </a>
          : you see what becomes public before anything does.
        </p>
      )}
    </section>
  );
}

/** The filters that the feed of this list takes. */
function followed({ q, technology, version }: Filters) {
  return { q, technology, version: technology && version };
}

function itemOf(skill: Listed["data"][number]): CardItem {
  // Without search words there is no match to explain, but the verdict is still shown.
  const { verdict } = skill;
  const match = skill.match ? matchOf(skill.match) : { why: [], excerpt: null, matched_words: [], verdict };
  return { key: skill.skill_id, skill: cardOf(withReviewedTechnology(skill)), match };
}

function NoResults({ filters, isNarrowed, named }: { filters: Filters; isNarrowed: boolean; named: number }) {
  const { q, technology, version } = filters;
  const isVersion = technology && version && named > 0;
  if (!q && !isNarrowed)
    return <EmptyState title="The library is still empty">The first skill that is published shows here.</EmptyState>;
  return (
    <EmptyState
      title="No skill fits this"
      actions={
        <>
          {q && (
            <a href={address("/ask", { q })} className={buttonClass("primary")}>
              Ask in public
            </a>
          )}
          {isVersion && (
            <a href={address("/skills", { ...filters, version: undefined })} className={buttonClass("quiet")}>
              Any version
            </a>
          )}
          {isNarrowed && (
            <a href={address("/skills", { q })} className={buttonClass("quiet")}>
              Drop the filters
            </a>
          )}
        </>
      }
    >
      {isVersion && (
        <p>
          {named === 1 ? "One skill names" : `${named} skills name`} <bdi>{technology}</bdi>, and{" "}
          {named === 1 ? "it does not fit" : "none of them fits"} <bdi>{version}</bdi>.
        </p>
      )}
      {q
        ? "Try fewer or other words. Or ask: others see the question, and the answer comes to your thread."
        : !isVersion && "Other filters may find something."}
    </EmptyState>
  );
}

const YES_OR_NO = new Map<string | undefined, boolean>([
  ["true", true],
  ["false", false],
]);

function filtersOf(given: Record<string, string | string[] | undefined>): Filters {
  const eitherWay = (value: string | undefined) => (YES_OR_NO.has(value) ? value : undefined);
  return {
    q: parameter(given.q),
    technology: parameter(given.technology),
    version: parameter(given.version),
    reviewed: eitherWay(parameter(given.reviewed)),
    reported: eitherWay(parameter(given.reported)),
    sort: parameter(given.sort),
  };
}
