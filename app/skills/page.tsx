import type { Metadata } from "next";
import { address, load, parameter } from "@/app/load";
import { ProblemState } from "@/app/problem-state";
import { Frame } from "@/components/site/frame";
import { SkillCard } from "@/components/skills/skill-card";
import { type Filters, SkillFilters } from "@/components/skills/skill-filters";
import { SkillSearch } from "@/components/skills/skill-search";
import { buttonClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import type { SkillSummary } from "@/lib/contract/public/resources";
import { listSkills as contract } from "@/lib/contract/public/skills";
import { setPageStatus } from "@/lib/page-status";
import { listSkills } from "@/lib/skills/list-skills";

type Search = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata({ searchParams }: { searchParams: Search }): Promise<Metadata> {
  const { q } = filtersOf(await searchParams);
  return {
    title: q ? `${q.slice(0, 80)}: skills` : "Skills",
    description: "Every skill of the library, with the versions it fits, its review and its outcomes.",
    alternates: { canonical: "/skills" },
    robots: q ? { index: false } : undefined,
  };
}

export default async function SkillsPage({ searchParams }: { searchParams: Search }) {
  const given = await searchParams;
  const filters = filtersOf(given);
  const input = contract.input.safeParse({
    ...filters,
    reviewed: filters.reviewed && filters.reviewed === "true",
    cursor: parameter(given.cursor),
  });
  if (!input.success) setPageStatus(422);
  const loaded = input.success ? await load((ctx) => listSkills(ctx, input.data)) : null;
  if (loaded?.problem) {
    return (
      <Frame section="skills">
        <ProblemState problem={loaded.problem} retry={address("/skills", filters)} />
      </Frame>
    );
  }
  return (
    <Frame section="skills" search={false}>
      <h1 className="text-3xl">Skills</h1>
      <div className="mt-5">
        <SkillSearch query={filters.q} label="Search skills">
          <SkillFilters filters={filters} />
        </SkillSearch>
      </div>
      {loaded ? (
        <Results
          skills={loaded.value.data}
          degraded={loaded.value.degraded}
          filters={filters}
          next={loaded.value.next_cursor}
          isFirst={!given.cursor}
        />
      ) : (
        <div className="mt-8">
          <Callout tone="rust" title="This search cannot be run" alert>
            A search may have up to 500 characters, a technology 120, a version 200; the order is one of those listed.
          </Callout>
        </div>
      )}
    </Frame>
  );
}

function Results({
  skills,
  degraded,
  filters,
  next,
  isFirst,
}: {
  skills: SkillSummary[];
  degraded: boolean;
  filters: Filters;
  next: string | null;
  isFirst: boolean;
}) {
  const isNarrowed = Boolean(filters.technology || filters.reviewed);
  return (
    <section aria-label="Results" className="mt-6">
      {degraded && (
        <div className="mb-4">
          <Callout tone="amber" title="The search engine is away">
            These results come straight from the database: complete, but ranked more simply than usual.
          </Callout>
        </div>
      )}
      {skills.length === 0 ? (
        <NoResults filters={filters} isNarrowed={isNarrowed} />
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {skills.map((skill) => (
            <li key={skill.skill_id}>
              <SkillCard skill={skill} match={skill.match} query={filters.q} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        what="skills"
        next={next && address("/skills", { ...filters, cursor: next })}
        first={isFirst ? null : address("/skills", filters)}
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

function NoResults({ filters, isNarrowed }: { filters: Filters; isNarrowed: boolean }) {
  if (!filters.q && !isNarrowed)
    return <EmptyState title="The library is still empty">The first skill that is published shows here.</EmptyState>;
  return (
    <EmptyState
      title="No skill fits this"
      actions={
        <>
          {filters.q && (
            <a href={address("/ask", { q: filters.q })} className={buttonClass("primary")}>
              Ask in public
            </a>
          )}
          {isNarrowed && (
            <a href={address("/skills", { q: filters.q })} className={buttonClass("quiet")}>
              Drop the filters
            </a>
          )}
        </>
      }
    >
      {filters.q
        ? "Try fewer or other words. Or ask: others see the question, and the answer comes to your thread."
        : "Other filters may find something."}
    </EmptyState>
  );
}

function filtersOf(given: Record<string, string | string[] | undefined>): Filters {
  const reviewed = parameter(given.reviewed);
  return {
    q: parameter(given.q),
    technology: parameter(given.technology),
    version: parameter(given.version),
    reviewed: reviewed === "true" || reviewed === "false" ? reviewed : undefined,
    sort: parameter(given.sort),
  };
}
