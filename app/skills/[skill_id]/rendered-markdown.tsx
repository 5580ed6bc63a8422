import { Callout } from "@/components/ui/callout";
import { CopyCode } from "@/components/ui/copy-code";
import type { Rendered } from "@/lib/text/markdown/render";

/** Inserts rendered markdown. This is the only place that trusts HTML, and only HTML made by lib/text/markdown. */
export function RenderedMarkdown({ rendered }: { rendered: Rendered }) {
  return (
    <>
      {rendered.is_plain && (
        <div className="mb-6">
          <Callout tone="amber">
            This document is built in a way that is slow to format, so it stands here as plain text.
          </Callout>
        </div>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by lib/text/markdown, which never lets a writer's HTML through. */}
      <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: rendered.html }} />
      <CopyCode />
    </>
  );
}
