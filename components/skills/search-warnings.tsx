import { Callout } from "@/components/ui/callout";
import type { SearchWarning } from "@/lib/contract/asked";

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
