import { Callout } from "@/components/ui/callout";
import { CopyCode } from "@/components/ui/copy-in-page";
import type { Rendered } from "@/lib/text/markdown/render";

/** Longer than a page or an unfinished document is kept. */
const REFRESH_SECONDS = "35";

/** Inserts rendered markdown. This is the only place that trusts HTML, and only HTML made by lib/text/markdown. */
export function RenderedMarkdown({ rendered }: { rendered: Rendered }) {
  return (
    <>
      {rendered.is_plain && (
        <div className="mb-6">
          {rendered.is_delayed ? (
            <Callout tone="amber" title="Formatting is delayed">
              This is the plain text. The page reloads automatically.
              <meta httpEquiv="refresh" content={REFRESH_SECONDS} />
            </Callout>
          ) : (
            <Callout tone="amber">This document could not be formatted, so its plain text is shown.</Callout>
          )}
        </div>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by lib/text/markdown, which never lets a writer's HTML through. */}
      <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: rendered.html }} />
      <CopyCode />
    </>
  );
}
