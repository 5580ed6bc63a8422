import type { Metadata } from "next";
import { pageMetadata } from "@/app/page-metadata";
import { RenderedMarkdown } from "@/app/skills/[skill_id]/rendered-markdown";
import { Frame } from "@/components/site/frame";
import { ranking } from "@/lib/server/formats/docs/ranking";
import { renderGuide } from "@/lib/text/markdown/render";

export function generateMetadata(): Metadata {
  return pageMetadata("/docs/ranking");
}

export default async function RankingPage() {
  const rendered = await renderGuide(ranking());
  return (
    <Frame section="docs">
      <h1 className="text-3xl sm:text-4xl">How search ranks</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-lg">
        The order of the results, and when the library says that it answers. The numbers on this page are the ones that
        the code uses.
      </p>
      <div className="page-column mt-8">
        <RenderedMarkdown rendered={rendered} />
      </div>
    </Frame>
  );
}
