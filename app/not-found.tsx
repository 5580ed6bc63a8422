import type { Metadata } from "next";
import { Frame } from "@/components/site/frame";
import { StatePage } from "@/components/site/state-page";
import { buttonClass } from "@/components/ui/button";

export const metadata: Metadata = {
  title: "Nothing here",
  description: "There is no page at this address.",
  robots: { index: false },
};

export default function NotFound() {
  return (
    <Frame>
      <StatePage
        label="404 not_found"
        title="No stone lies here"
        actions={
          <>
            <a href="/skills" className={buttonClass("primary")}>
              Search the library
            </a>
            <a href="/threads" className={buttonClass("quiet")}>
              Look through the threads
            </a>
          </>
        }
      >
        <p>
          There is no page at this address. If you followed a link, it may have been cut short: ids are long, and every
          character counts.
        </p>
      </StatePage>
    </Frame>
  );
}
