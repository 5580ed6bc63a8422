import { Callout } from "@/components/ui/callout";

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
