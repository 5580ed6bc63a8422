import type { Metadata } from "next";
import { ignoredFilter, load, parameter, type Query } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemPage, TooManyRequests } from "@/app/problem-state";
import { address } from "@/components/address";
import { IgnoredFilters } from "@/components/search/search-notices";
import { Frame } from "@/components/site/frame";
import { OwnQuestions } from "@/components/threads/own-questions";
import { ThreadRows } from "@/components/threads/thread-rows";
import { AddressForm } from "@/components/ui/address-form";
import { Callout, EmptyState } from "@/components/ui/callout";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import { FollowLinks, Pager } from "@/components/ui/pager";
import { TechnologyNames, technologyNamesId } from "@/components/ui/text-field";
import { QUERY_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX, ThreadStatus } from "@/lib/contract/primitives";
import { listPosts as contract, ThreadAge } from "@/lib/contract/public/threads";
import { COUNTED_MAX, countPosts, listPosts } from "@/lib/domain/threads/posts";
import { listTechnologyNames } from "@/lib/search/asked/known-technologies";
import { setPageStatus, spendSearch } from "@/lib/server/pages/page-exchange";

const TABS = [
  [undefined, "All"],
  ["open", "Open"],
  ["answered", "Answered"],
  ["resolved", "Resolved"],
] as const;

const NOTHING: Record<string, string> = {
  open: "No question is waiting for an answer.",
  answered: "No thread is waiting for an outcome.",
  resolved: "No thread has been resolved yet.",
};

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }): Promise<Metadata> {
  const given = await searchParams;
  const { q, technology } = readFilters(given).filters;
  return pageMetadata("/threads", { index: !given.technology && !given.cursor, filters: { q, technology } });
}

export default async function ThreadsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const { filters, ignored } = readFilters(given);
  const input = contract.input.safeParse({ ...filters, cursor: parameter(given.cursor) });
  if (!input.success || ignored.length > 0) setPageStatus(422);
  const isSearch = given.cursor !== undefined || Object.values(filters).some((value) => value !== undefined);
  const spent = await load(async () => {
    if (isSearch) spendSearch();
  });
  const tooMany = spent.problem;
  const [technologies, loaded, counts] = await Promise.all([
    load(listTechnologyNames),
    input.success && !tooMany ? load((ctx) => listPosts(ctx, input.data)) : null,
    input.success && !tooMany ? load((ctx) => countPosts(ctx, input.data)) : null,
  ]);
  if (loaded?.problem) {
    return <ProblemPage section="threads" problem={loaded.problem} retry={address("/threads", filters)} />;
  }
  return (
    <Frame section="threads">
      <div className="page-grid items-start">
        <div className="min-w-0">
          <div className="flex flex-wrap items-end justify-between gap-4">
            <div>
              <h1 className="text-3xl">{filters.status === "open" ? "Open questions" : "Threads"}</h1>
              <p className="mt-1 max-w-xl text-ink-soft">
                {filters.status === "open"
                  ? "Questions without an answer that worked. Anyone can answer."
                  : "Questions asked in public, newest activity first."}
              </p>
            </div>
            <a href="/ask" className={buttonClass("primary")}>
              Ask a question
            </a>
          </div>
          <Tabs filters={filters} counts={counts?.value ?? null} />
          <FilterForm filters={filters} technologies={technologies.value ?? []} />
          <IgnoredFilters ignored={ignored} />
          {tooMany && (
            <TooManyRequests
              problem={tooMany}
              retry={address("/threads", { ...filters, cursor: parameter(given.cursor) })}
            />
          )}
          {loaded?.value && <Threads listed={loaded.value} filters={filters} isFirst={!given.cursor} />}
          {!input.success && !tooMany && (
            <Callout tone="rust" title="This search is too long" alert>
              Use up to {QUERY_CHARACTERS_MAX} characters for the words and {TECHNOLOGY_CHARACTERS_MAX} for a
              technology.
            </Callout>
          )}
        </div>
        <div>
          <OwnQuestions />
        </div>
      </div>
    </Frame>
  );
}

type Filters = {
  status: ThreadStatus | undefined;
  q: string | undefined;
  technology: string | undefined;
  age: ThreadAge | undefined;
};

/** Filters of the other list. Threads have one order: newest activity first. */
const OF_SKILLS = ["sort", "order", "version", "reviewed", "reported"];

/** The filters in the address of the list of threads. `ignored` names those that it does not have. */
function readFilters(given: Query): { filters: Filters; ignored: string[] } {
  const [status, age] = [parameter(given.status), parameter(given.age)];
  const filters: Filters = {
    status: ThreadStatus.safeParse(status).data,
    q: parameter(given.q),
    technology: parameter(given.technology),
    age: ThreadAge.safeParse(age).data,
  };
  const ignored: string[] = [];
  if (status !== undefined && !filters.status) ignored.push(ignoredFilter("status", status));
  if (age !== undefined && !filters.age) ignored.push(ignoredFilter("age", age));
  for (const name of OF_SKILLS) {
    const value = parameter(given[name]);
    if (value !== undefined) ignored.push(ignoredFilter(name, value));
  }
  return { filters, ignored };
}

type Listed = Awaited<ReturnType<typeof listPosts>>;

function Threads({ listed, filters, isFirst }: { listed: Listed; filters: Filters; isFirst: boolean }) {
  const { data: posts, next_cursor } = listed;
  return (
    <>
      {posts.length === 0 ? (
        <Nothing filters={filters} />
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          <ThreadRows posts={posts} now={Date.now()} />
        </ul>
      )}
      <Pager
        what="threads"
        next={next_cursor && address("/threads", { ...filters, cursor: next_cursor })}
        first={isFirst ? null : address("/threads", filters)}
      />
      <FollowLinks
        path="/feeds/questions"
        what="open questions"
        filters={{ q: filters.q, technology: filters.technology }}
      />
    </>
  );
}

function Tabs({ filters, counts }: { filters: Filters; counts: Record<ThreadStatus, number> | null }) {
  return (
    <nav aria-label="Status" className="-mx-2.5 mt-6 flex flex-wrap">
      {TABS.map(([name, text]) => (
        <a
          key={text}
          href={address("/threads", { ...filters, status: name })}
          aria-current={name === filters.status ? "page" : undefined}
          className="rounded-md px-2.5 py-1 text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-moss-wash aria-[current]:font-semibold aria-[current]:text-moss-strong"
        >
          {text}
          {name && counts && <span className="ms-1.5 font-normal text-sm tabular-nums">{shown(counts[name])}</span>}
        </a>
      ))}
    </nav>
  );
}

function shown(count: number): string {
  return count >= COUNTED_MAX ? `${COUNTED_MAX.toLocaleString("en-GB")}+` : String(count);
}

function FilterForm({ filters, technologies }: { filters: Filters; technologies: string[] }) {
  return (
    <AddressForm
      action="/threads"
      className="mt-4 mb-6 grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_12rem_12rem_auto]"
    >
      {filters.status && <input type="hidden" name="status" value={filters.status} />}
      <label className="col-span-2 md:col-span-1">
        <span className="mb-1 block text-ink-soft text-sm">Search threads</span>
        <input
          name="q"
          defaultValue={filters.q}
          maxLength={QUERY_CHARACTERS_MAX}
          placeholder="cache a page"
          dir="auto"
          className={fieldClass}
        />
      </label>
      <label>
        <span className="mb-1 block text-ink-soft text-sm">Technology</span>
        <input
          name="technology"
          defaultValue={filters.technology}
          maxLength={TECHNOLOGY_CHARACTERS_MAX}
          placeholder="postgresql"
          list={technologyNamesId}
          className={fieldClass}
        />
        <TechnologyNames names={technologies} />
      </label>
      <label>
        <span className="mb-1 block text-ink-soft text-sm">Asked</span>
        <select name="age" defaultValue={filters.age ?? ""} className={fieldClass}>
          <option value="">Any time</option>
          <option value="day">Last day</option>
          <option value="week">Last week</option>
          <option value="month">Last month</option>
          <option value="older">Longer ago</option>
        </select>
      </label>
      <button type="submit" className={`${buttonClass("quiet")} col-span-2 md:col-span-1`}>
        Filter
      </button>
    </AddressForm>
  );
}

function Nothing({ filters }: { filters: Filters }) {
  const { status } = filters;
  const isNarrowed = Boolean(filters.q || filters.technology || filters.age);
  return (
    <EmptyState
      title={isNarrowed ? "No thread fits these filters" : ((status && NOTHING[status]) ?? "No questions yet.")}
      actions={
        <>
          {isNarrowed && (
            <a className={buttonClass("quiet")} href={address("/threads", { status })}>
              Clear filters
            </a>
          )}
          {filters.q && (
            <a className={buttonClass("primary")} href={address("/ask", { q: filters.q })}>
              Ask it publicly
            </a>
          )}
        </>
      }
    >
      {isNarrowed ? "Fewer or other words may find one." : "Be the first to ask."}
    </EmptyState>
  );
}
