import type { Metadata } from "next";
import { address, load, parameter } from "@/app/load";
import { ProblemState } from "@/app/problem-state";
import { Frame } from "@/components/site/frame";
import { ThreadRow } from "@/components/threads/thread-row";
import { buttonClass, fieldClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import { listPosts as contract } from "@/lib/contract/public/posts";
import { listPosts } from "@/lib/threads/list-posts";

type Search = Promise<Record<string, string | string[] | undefined>>;

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

export const metadata: Metadata = {
  title: "Threads",
  description: "Questions asked in public, with the library's answers and what happened when somebody tried them.",
  alternates: { canonical: "/threads" },
};

export default async function ThreadsPage({ searchParams }: { searchParams: Search }) {
  const given = await searchParams;
  const wanted = parameter(given.status);
  const status = TABS.find(([name]) => name === wanted)?.[0];
  const filters = { status, technology: parameter(given.technology)?.slice(0, 120) };
  const input = contract.input.parse(filters);
  const cursor = parameter(given.cursor);
  const loaded = await load((ctx) => listPosts(ctx, { ...input, cursor }));
  if (loaded.problem) {
    return (
      <Frame section="threads">
        <ProblemState problem={loaded.problem} retry={address("/threads", filters)} />
      </Frame>
    );
  }
  const { data: posts, next_cursor } = loaded.value;
  const now = Date.now();
  return (
    <Frame section="threads">
      <div className="max-w-4xl">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <h1 className="text-3xl">Threads</h1>
            <p className="mt-1 text-ink-soft">Questions asked in public, newest activity first.</p>
          </div>
          <a href="/ask" className={buttonClass("primary")}>
            Ask a question
          </a>
        </div>
        <div className="mt-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 border-line border-b pb-4">
          <nav aria-label="Status" className="-mx-2.5 flex flex-wrap">
            {TABS.map(([name, text]) => (
              <a
                key={text}
                href={address("/threads", { ...filters, status: name })}
                aria-current={name === status ? "page" : undefined}
                className="rounded-md px-2.5 py-1 text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-moss-wash aria-[current]:font-semibold aria-[current]:text-moss-strong"
              >
                {text}
              </a>
            ))}
          </nav>
          <form action="/threads" className="flex gap-2">
            {status && <input type="hidden" name="status" value={status} />}
            <input
              name="technology"
              aria-label="Technology"
              placeholder="Technology"
              defaultValue={filters.technology}
              maxLength={120}
              className={fieldClass}
            />
            <button type="submit" className={buttonClass("quiet")}>
              Filter
            </button>
          </form>
        </div>
        {posts.length === 0 ? (
          <div className="mt-8">
            <EmptyState
              title={(status && NOTHING[status]) ?? "Nobody has asked anything yet."}
              actions={
                filters.technology && (
                  <a className={buttonClass("quiet")} href={address("/threads", { status })}>
                    Drop the technology
                  </a>
                )
              }
            >
              {filters.technology
                ? `At least not about ${filters.technology}.`
                : "Whoever asks first finds the answer first."}
            </EmptyState>
          </div>
        ) : (
          <ul className="divide-y divide-line">
            {posts.map((post) => (
              <li key={post.post_id}>
                <ThreadRow post={post} now={now} />
              </li>
            ))}
          </ul>
        )}
        <Pager
          what="threads"
          next={next_cursor && address("/threads", { ...filters, cursor: next_cursor })}
          first={cursor ? address("/threads", filters) : null}
        />
      </div>
    </Frame>
  );
}
