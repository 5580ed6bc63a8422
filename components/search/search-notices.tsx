import { Callout } from "@/components/ui/callout";
import type { SearchWarning } from "@/lib/contract/search-answer";

/** What the search did not understand, or took from the question. Renders nothing when there is nothing to say. */
export function SearchWarnings({ warnings }: { warnings: SearchWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className="mt-3 mb-4">
      <Callout>
        {warnings.map(({ detail }) => (
          <p key={detail} dir="auto">
            {detail}
          </p>
        ))}
      </Callout>
    </div>
  );
}

/** Names the filters in an address that a list does not have, each as `name=value`; nothing when there are none. */
export function IgnoredFilters({ ignored }: { ignored: readonly string[] }) {
  if (ignored.length === 0) return null;
  return (
    <div className="mb-4">
      <Callout alert>
        Ignored, because there is no such filter: <bdi>{ignored.join(", ")}</bdi>.
      </Callout>
    </div>
  );
}
