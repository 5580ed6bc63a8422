import { type ComponentType, lazy } from "react";
import { NoticeBox } from "@/components/ui/notice-box";

/**
 * A lazily loaded part. If loading fails, after a new build or offline, it says so in its place: the rest of the page
 * may show content that cannot be loaded again.
 */
export function lazySection<P extends object>(fetchPart: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => fetchPart().catch(() => ({ default: Missing })));
}

function Missing() {
  return (
    <div className="mt-6 max-w-2xl">
      <NoticeBox
        told={{
          title: "This part of the page could not be loaded",
          detail: "",
          next_step: "If a token is shown here, copy it first, then reload the page.",
        }}
      />
    </div>
  );
}
