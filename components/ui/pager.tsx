import { ArrowRight, Rss } from "lucide-react";
import { address } from "@/components/address";
import { buttonClass } from "@/components/ui/controls";

/** Links to the next page and back to the first. For earlier pages there is the browser's own Back. */
export function Pager({ next, first, what }: { next: string | null; first: string | null; what: string }) {
  if (!next && !first) return null;
  return (
    <nav aria-label={`Pages of ${what}`} className="mt-8 flex flex-wrap gap-3">
      {first && (
        <a href={first} className={buttonClass("quiet")}>
          Back to the start
        </a>
      )}
      {next && (
        <a href={next} rel="next" className={buttonClass("quiet")}>
          More {what}
          <ArrowRight aria-hidden="true" className="size-4 rtl:rotate-180" />
        </a>
      )}
    </nav>
  );
}

const AROUND = 2;

/** Links to numbered pages: the first, the last, and those around this one. */
export function PageNumbers({
  page,
  pages,
  href,
  what,
  place,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
  what: string;
  /** The position of this list: two lists of the same links need two names. */
  place: "above" | "below";
}) {
  if (pages === 1) return null;
  const shown = Array.from({ length: pages }, (_, place) => place + 1).filter(
    (each) => each === 1 || each === pages || Math.abs(each - page) <= AROUND,
  );
  return (
    <nav aria-label={`Pages of ${what}, ${place} them`} className="no-print my-6">
      <ol className="flex flex-wrap items-center gap-1">
        {shown.map((each, place) => (
          <li key={each} className="flex items-center gap-1">
            {each - (shown[place - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-1 text-ink-faint">
                …
              </span>
            )}
            <a
              href={href(each)}
              aria-label={`Page ${each} of ${pages}`}
              aria-current={each === page ? "page" : undefined}
              className="inline-flex min-h-10 min-w-10 items-center justify-center rounded-md border border-line px-2 tabular-nums hover:bg-sunken aria-[current]:border-moss aria-[current]:bg-moss-wash aria-[current]:font-semibold aria-[current]:text-moss-strong"
            >
              {each}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Links to the feeds of a page. `path` is the feed without its format, `filters` those of the list. */
export function FollowLinks({
  path,
  what,
  filters = {},
}: {
  path: string;
  what: string;
  filters?: Record<string, string | undefined>;
}) {
  return (
    <p className="no-print mt-6 flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-ink-soft">
      <span className="inline-flex items-center gap-1.5">
        <Rss aria-hidden="true" className="size-4" />
        Follow {what}:
      </span>
      <a className="link" type="application/atom+xml" href={address(`${path}.atom`, filters)}>
        Atom
      </a>
      <a className="link" type="application/feed+json" href={address(`${path}.json`, filters)}>
        JSON Feed
      </a>
    </p>
  );
}
