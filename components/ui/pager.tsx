import { ArrowRight } from "lucide-react";
import { buttonClass } from "@/components/ui/button";

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
