import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { RenderedMarkdown } from "@/app/skills/[skill_id]/rendered-markdown";
import { Frame } from "@/components/site/frame";
import { env } from "@/lib/platform/env";
import { mcpGuide } from "@/lib/server/formats/docs/mcp-guide";
import { renderGuide } from "@/lib/text/markdown/render";

export function generateMetadata(): Metadata {
  return pageMetadata("/docs/mcp");
}

export default async function McpPage() {
  const rendered = await renderGuide(mcpGuide(env().BASE_URL));
  return (
    <Frame section="docs">
      <h1 className="text-3xl sm:text-4xl">Plug an agent in</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-lg">
        One address for the Model Context Protocol, six tools without a signup, and ready configurations.
      </p>
      <div className="page-column mt-8">
        <RenderedMarkdown rendered={rendered} />
      </div>
    </Frame>
  );
}
