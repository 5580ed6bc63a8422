import { Rss } from "lucide-react";
import { address } from "@/components/address";

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
