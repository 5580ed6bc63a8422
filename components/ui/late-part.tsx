import { type ComponentType, lazy } from "react";
import { ToldNote } from "@/components/ui/told-note";

/**
 * A lazily loaded part. If loading fails, after a new build or offline, it says so in its place: the rest of the page
 * may show content that cannot be loaded again.
 */
export function latePart<P extends object>(fetchPart: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => fetchPart().catch(() => ({ default: Missing })));
}

function Missing() {
  return (
    <div className="mt-6 max-w-2xl">
      <ToldNote
        told={{
          title: "This part of the page could not be fetched",
          detail: "",
          next_step: "Copy what is shown here only once, then load the page again.",
        }}
      />
    </div>
  );
}
