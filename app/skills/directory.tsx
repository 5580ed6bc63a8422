import { ignoredFilter, parameter, type Query } from "@/app/load";
import { address } from "@/components/address";
import { SearchWarnings } from "@/components/search/search-notices";
import { ChosenFilters } from "@/components/skills/facet-list";
import { cardOf, matchOf, type Searched } from "@/components/skills/skill-card";
import { type CardItem, SkillCards } from "@/components/skills/skill-cards";
import type { Filters } from "@/components/skills/skill-filters";
import { Callout, EmptyState } from "@/components/ui/callout";
import { buttonClass } from "@/components/ui/controls";
import { FollowLinks, Pager } from "@/components/ui/pager";
import { listSkills as contract } from "@/lib/contract/public/skills";
import type { browseSkills } from "@/lib/domain/skills/list-skills";
import { withReviewedTechnology } from "@/lib/domain/skills/version-cards";
import { RELEVANT_MAX } from "@/lib/search/directory";

type Listed = Awaited<ReturnType<typeof browseSkills>>;
type ResultsProps = { listed: Listed; filters: Filters; isFirst: boolean };

/** The skills of the directory for one state of its URL: their number, the list, and where to go from here. */
export function Results({ listed, filters, isFirst }: ResultsProps) {
  const { data: skills, next_cursor, degraded, warnings } = listed;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-base text-ink-soft" role="status">
          {countOf({ listed, filters, isFirst })}
        </p>
        <ChosenFilters filters={filters} source={listed.chosen_source} />
      </div>
      <section aria-label="Results" className="mt-1">
        {degraded && (
          <div className="my-3">
            <Callout tone="amber" title="Search is degraded">
              These results come straight from the database: complete, but with a simpler ranking.
            </Callout>
          </div>
        )}
        <SearchWarnings warnings={warnings} />
        {skills.length === 0 ? (
          <NoResults listed={listed} filters={filters} />
        ) : (
          <ul className="divide-y divide-line">
            <SkillCards
              items={skills.map(itemOf)}
              reader={{ technology: filters.technology, version: filters.version }}
              searched={searchedOf(filters)}
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
          filters={followedFilters(filters)}
        />
        {filters.q && skills.length > 0 && (
          <p className="no-print mt-8 text-ink-soft">
            Not what you need?{" "}
            <a className="link" href={address("/ask", { q: filters.q })}>
              Ask a question
            </a>
            . You see what will be public before you post it.
          </p>
        )}
      </section>
    </>
  );
}

/** Such as "12 skills" or "3 skills match · 4 weaker matches"; in a very long list that a version narrows, an upper bound. */
function countOf({ listed, filters, isFirst }: ResultsProps): string {
  const { facets, named, weak } = listed;
  const isWhole = isFirst && listed.next_cursor === null;
  const all = isWhole ? listed.data.length : (facets?.total ?? listed.data.length);
  const of = (count: number) => count.toLocaleString("en-GB");
  if (filters.q) {
    const strong = all - weak;
    const more = all >= RELEVANT_MAX ? " or more" : "";
    const weaker = weak === 0 ? "" : ` · ${of(weak)} weaker ${weak === 1 ? "match" : "matches"}`;
    return `${of(strong)}${weak === 0 ? more : ""} ${strong === 1 ? "skill matches" : "skills match"}${weaker}`;
  }
  const upTo = filters.version && !named && !isWhole ? "Up to " : "";
  return `${upTo}${of(all)} ${all === 1 ? "skill" : "skills"}`;
}

function searchedOf({ q, technology, version }: Filters): Searched | undefined {
  return q ? { q, technology, version, list: "directory" } : undefined;
}

function itemOf(skill: Listed["data"][number]): CardItem {
  // Without search words there is no match to explain, but the verdict is still shown.
  const { verdict } = skill;
  const match = skill.match ? matchOf(skill.match, skill) : { why: [], excerpt: null, matched_words: [], verdict };
  return { key: skill.skill_id, skill: cardOf(withReviewedTechnology(skill)), match };
}

function NoResults({ listed, filters }: Pick<ResultsProps, "listed" | "filters">) {
  const { q, technology, version } = filters;
  const isNarrowed = Boolean(technology || filters.reviewed || filters.reported || filters.source);
  const { named } = listed;
  const isVersion = named !== null && named.all > 0 && named.fitting === 0;
  if (!q && !isNarrowed)
    return <EmptyState title="No skills yet">The first skill that is published appears here.</EmptyState>;
  return (
    <EmptyState
      title="No matching skills"
      actions={
        <>
          {q && (
            <a href={address("/ask", { q })} className={buttonClass("primary")}>
              Ask a question
            </a>
          )}
          {isVersion && (
            <a href={address("/skills", { ...filters, version: undefined })} className={buttonClass("quiet")}>
              Any version
            </a>
          )}
          {isNarrowed && (
            <a href={address("/skills", { q })} className={buttonClass("quiet")}>
              Clear filters
            </a>
          )}
          <a href="/technologies" className={buttonClass("quiet")}>
            What is covered
          </a>
        </>
      }
    >
      {isVersion && (
        <p>
          {named.all === 1 ? "One skill covers" : `${named.all} skills cover`} <bdi>{technology}</bdi>, but{" "}
          {named.all === 1 ? "not" : "none covers"} <bdi>{version}</bdi>.
        </p>
      )}
      {q ? "Try fewer or other words, or ask a question." : !isVersion && "Try other filters."}
    </EmptyState>
  );
}

/** The state of the directory in its URL. `ignored` names parameters that have no such choice. */
export function readFilters(given: Query): { filters: Filters; ignored: string[] } {
  const filters: Filters = { q: parameter(given.q), technology: parameter(given.technology) };
  filters.version = parameter(given.version);
  const ignored: string[] = [];
  for (const name of ["reviewed", "reported", "source", "sort"] as const) {
    const value = parameter(given[name]);
    if (value === undefined) continue;
    if (contract.input.shape[name].safeParse(YES_OR_NO.get(value) ?? value).success) filters[name] = value;
    else ignored.push(ignoredFilter(name, value));
  }
  return { filters, ignored };
}

/** The request of the API for these filters; null where a text is longer than the API takes. */
export function inputOf({ reviewed, reported, ...filters }: Filters, cursor: string | undefined) {
  const chosen = { reviewed: YES_OR_NO.get(reviewed ?? ""), reported: YES_OR_NO.get(reported ?? "") };
  return contract.input.safeParse({ ...filters, ...chosen, cursor }).data ?? null;
}

/** The filters that the feed of this list takes. */
export function followedFilters({ q, technology, version }: Filters) {
  return { q, technology, version: technology && version };
}

const YES_OR_NO = new Map([
  ["true", true],
  ["false", false],
]);
