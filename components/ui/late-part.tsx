import { type ComponentType, lazy } from "react";
import { ToldNote } from "@/components/ui/told-note";

/**
 * A part that is fetched when it is needed. One that cannot be fetched, after a new build or without a line, says so in its place:
 * the rest of the page may show what nobody can bring back.
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
