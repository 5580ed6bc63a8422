import { StatePage } from "@/components/site/state-page";
import { buttonClass } from "@/components/ui/button";

/** Shown for a page that does not exist or has a missing subject. */
export function NothingHere() {
  return (
    <StatePage
      label="404 not_found"
      title="Page not found"
      actions={
        <>
          <a href="/skills" className={buttonClass("primary")}>
            Search skills
          </a>
          <a href="/threads" className={buttonClass("quiet")}>
            Browse threads
          </a>
        </>
      }
    >
      <p>There is no page at this address. If you followed a link, it may have been cut off: ids are long.</p>
    </StatePage>
  );
}
